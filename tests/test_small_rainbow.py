"""A small Rainbow, solved: against OpenSpiel and a linear program on the whole tree, not merged."""

from collections import defaultdict
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import best_response as spiel_response
from open_spiel.python.algorithms import exploitability as spiel_exploitability

import small_rainbow as small
import truth
from moonbow.bots.bot import Budget
from moonbow.bots.names import new_bot
from moonbow.bots.thumbs_bot import weights_of
from moonbow.envs.openspiel import register

register()

Tree = tuple[small.SmallRainbow, Any, Any]

ONE = "hands of one"
TWO = "hands of two, and 1 1 1 1 face up"


@cache
def tree(name: str) -> Tree:
    """A game as it is here, and in OpenSpiel with the state that it begins in."""
    if name == ONE:
        spiel = pyspiel.load_game("python_moonbow_small_rainbow(leader=0)")
        return small.small_rainbow(3, 3, 1), spiel, spiel.new_initial_state()
    spiel = pyspiel.load_game("python_moonbow_small_rainbow(leader=0,copies=4,hand_size=2)")
    root = spiel.new_initial_state()
    dealt = [cards for cards, _ in root.possible()]
    return small.small_rainbow(3, 4, 2, (4, 0, 0)), spiel, root.child(dealt.index((4, 0, 0)))


both = pytest.mark.parametrize("name", [ONE, TWO])


@cache
def solved(name: str) -> small.Numbers:
    """What the game is solved by."""
    return small.solve(tree(name)[0], 100)


class Shower(spiel_policy.Policy):  # type: ignore[misc]
    """Level Shower for OpenSpiel, if its chances are those that `truth.chances_of` says."""

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        legal = state.legal_actions()
        view = state.state().view(state.current_player())
        values = np.array(weights_of(view, legal))
        return dict(zip(legal, truth.chances_of(values, 0.1, 1.0), strict=True))


def count(state: Any) -> int:
    """The nodes of a tree."""
    below = [] if state.is_terminal() else state.legal_actions()
    return 1 + sum(count(state.child(action)) for action in below)


def value_by_linear_program(root: Any) -> float:
    """The share of player 0, by the sequence form of the whole tree.

    Unknown are the weight of each sequence of player 0's actions, and the worth of each information
    set of player 1, who takes the worst for player 0.
    """
    optimize = pytest.importorskip("scipy.optimize")
    sparse = pytest.importorskip("scipy.sparse")
    columns: dict[Any, int] = defaultdict(lambda: len(columns))
    plans: dict[Any, dict[int, float]] = {}  # of player 0: actions less what leads there
    rows: dict[Any, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    nothing = ("", -1)

    def visit(state: Any, sequences: tuple[Any, Any], chance: float) -> None:
        if state.is_terminal():
            share = (state.returns()[0] + 1.0) / 2.0
            rows[sequences[1]][columns["plan", sequences[0]]] -= chance * share
            return
        if state.is_chance_node():
            for action, likely in state.chance_outcomes():
                visit(state.child(action), sequences, chance * likely)
            return
        player, legal = state.current_player(), state.legal_actions()
        text = state.information_state_string(player)
        further = [(text, action) for action in legal]
        if player == 0:
            plans[text] = {columns["plan", sequences[0]]: -1.0}
            plans[text].update({columns["plan", each]: 1.0 for each in further})
        else:
            rows[sequences[1]][columns["worth", text]] = -1.0
            for each in further:
                rows[each][columns["own worth", text]] = 1.0
        for action, each in zip(legal, further, strict=True):
            after = (each, sequences[1]) if player == 0 else (sequences[0], each)
            visit(state.child(action), after, chance)

    visit(root, (nothing, nothing), 1.0)
    same = [
        {columns["worth", text]: 1.0, columns["own worth", text]: -1.0}
        for kind, text in list(columns)
        if kind == "own worth"
    ]
    start = {columns["plan", nothing]: 1.0}
    goal = rows.pop(nothing)
    equal = matrix(sparse, [start, *plans.values(), *same], len(columns))
    cost = matrix(sparse, [goal], len(columns)).toarray()[0]
    found = optimize.linprog(
        cost, A_ub=matrix(sparse, list(rows.values()), len(columns)), b_ub=np.zeros(len(rows)),
        A_eq=equal, b_eq=[1.0] + [0.0] * (equal.shape[0] - 1),
        bounds=[(0, None) if kind == "plan" else (None, None) for kind, _ in columns],
    )  # fmt: skip
    return float(-found.fun)


def matrix(sparse: Any, rows: list[dict[int, float]], width: int) -> Any:
    """A sparse matrix of rows."""
    entries = [(row, column) for row, each in enumerate(rows) for column in each]
    numbers = [number for each in rows for number in each.values()]
    return sparse.csr_matrix((numbers, tuple(zip(*entries, strict=True))), (len(rows), width))


def by_chance(game: small.SmallRainbow, seed: int) -> small.Numbers:
    """Any policy."""
    amount = np.random.default_rng(seed).random(len(game.action)) ** 3
    return small.shares_of(game, range(small.LAYERS), amount)


def sums(game: small.SmallRainbow, policy: small.Numbers) -> small.Numbers:
    """What the chances of each information set add up to."""
    return np.add.reduceat(policy, game.first[:-1])


@both
def test_the_whole_tree_has_as_many_nodes_as_in_openspiel(name: str) -> None:
    game, _, root = tree(name)
    before = int(name == TWO)  # the deal of what lies face up
    assert small.histories(game) - before == count(root)


@both
def test_every_edge_leads_to_a_later_layer(name: str) -> None:
    game = tree(name)[0]
    layer = np.searchsorted(game.nodes, np.arange(len(game.decider)), side="right")
    assert (layer[game.child] > layer[game.parent]).all()


@both
def test_the_value_is_that_of_a_linear_program(name: str) -> None:
    game, _, root = tree(name)
    assert small.share(game, solved(name)) == pytest.approx(value_by_linear_program(root), abs=1e-4)


@both
def test_nobody_gains_by_leaving_the_equilibrium(name: str) -> None:
    game, policy = tree(name)[0], solved(name)
    assert -1e-12 < small.exploitability(game, policy) < 1e-4


@both
def test_a_best_response_gets_at_least_the_value(name: str) -> None:
    game = tree(name)[0]
    value = small.share(game, solved(name))
    for seed in range(5):
        policy = by_chance(game, seed)
        assert small.best_response(game, policy, 0)[0] > value - 1e-4
        assert small.best_response(game, policy, 1)[0] < value + 1e-4


@both
def test_a_best_response_gets_what_it_promises(name: str) -> None:
    game = tree(name)[0]
    policy = by_chance(game, 3)
    promised, answer = small.best_response(game, policy, 0)
    assert small.share(game, game.both(answer, policy)) == pytest.approx(promised)
    promised, answer = small.best_response(game, policy, 1)
    assert small.share(game, game.both(policy, answer)) == pytest.approx(promised)


def test_best_responses_to_level_shower_get_what_they_get_in_openspiel() -> None:
    game, spiel, root = tree(TWO)
    policy = truth.exact(game, "shower")
    for player in (0, 1):
        response = spiel_response.BestResponsePolicy(spiel, player, Shower(spiel, [0, 1]), root)
        returns = response.value(root) * (1 - 2 * player)
        found, _ = small.best_response(game, policy, player)
        assert found == pytest.approx((returns + 1) / 2)


def test_exploitability_is_half_of_what_openspiel_says_in_returns() -> None:
    game, spiel, _ = tree(ONE)
    theirs = spiel_exploitability.exploitability(spiel, spiel_policy.UniformRandomPolicy(spiel))
    assert small.exploitability(game, game.uniform()) == pytest.approx(theirs / 2)


@both
def test_what_a_policy_does_where_it_never_comes_changes_nothing(name: str) -> None:
    game = tree(name)[0]
    policy = truth.exact(game, "thumbs")
    comes = small.reached(game, policy, 0) | small.reached(game, policy, 1)
    assert 0 < np.count_nonzero(comes) < len(comes)
    otherwise = np.where(comes[game.set_of()], policy, by_chance(game, 1))
    for player in (0, 1):
        response, _ = small.best_response(game, policy, player)
        assert small.best_response(game, otherwise, player)[0] == pytest.approx(response)


def test_hands_that_last_for_several_tricks_are_refused() -> None:
    with pytest.raises(ValueError, match="hand_size: 3; expected 1 or 2"):
        small.small_rainbow(3, 6, 3)


# What bots do


@pytest.mark.parametrize("bot", truth.EXACT)
def test_the_chances_of_every_decision_sum_to_1(bot: str) -> None:
    for name in (ONE, TWO):
        game = tree(name)[0]
        assert sums(game, truth.exact(game, bot)) == pytest.approx(1)


def test_a_bot_that_overlooks_takes_the_best_that_it_sees() -> None:
    values = np.array([3.0, 1.0, 4.0, 4.0, 0.9, 3.0])
    good, overlooks = [0, 1, 2, 3, 5], 0.3
    expected = np.zeros(len(values))
    for sees in product([False, True], repeat=len(good)):
        chance = np.prod([1 - overlooks if each else overlooks for each in sees])
        seen = [place for place, each in zip(good, sees, strict=True) if each] or good
        best = [place for place in seen if values[place] == max(values[seen])]
        expected[best] += chance / len(best)
    assert truth.chances_of(values, overlooks, 3.0) == pytest.approx(expected)


def test_views_that_ask_the_same_look_the_same_to_rules_of_thumb() -> None:
    for name in (ONE, TWO):
        game = tree(name)[0]
        policy, question = truth.exact(game, "thumbs"), truth.questions(game)
        answers: dict[int, list[float]] = {}
        for place in game.choices():
            chances = policy[game.slots(place)].tolist()
            assert answers.setdefault(int(question[place]), chances) == pytest.approx(chances)
        assert len(answers) < len(game.choices())


def test_a_bot_is_asked_wherever_it_comes() -> None:
    game = tree(TWO)[0]
    answers = truth.Answers(game, truth.questions(game), "storm:1", 4, jobs=1)
    for seeds in (2, 4):
        policy = answers.policy(seeds)
        assert sums(game, policy) == pytest.approx(1)
        comes = small.reached(game, policy, 0) | small.reached(game, policy, 1)
        asked = comes[game.set_of()] & (np.diff(game.first) > 1)[game.set_of()]
        assert np.array_equal(policy[asked] * seeds % 1, np.zeros(np.count_nonzero(asked)))
    assert answers.asked < len(set(answers.question.tolist()))


def test_views_that_ask_the_same_look_the_same_to_a_search() -> None:
    game = tree(TWO)[0]
    question = truth.questions(game)
    answers: dict[int, int] = {}
    places = game.choices()[::3]
    for place in places:
        view = truth.view_of(game.views, place)
        found = new_bot("storm:3", 1).choose(view, view.legal_actions(), Budget())
        assert answers.setdefault(int(question[place]), found) == found
    assert len(answers) < len(places)
