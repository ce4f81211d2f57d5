"""Search: what it finds, and that it keeps to its budget."""

import threading
import time

import numpy as np
import pytest

from endings import late_endings
from moonbow.bots.bot import Budget
from moonbow.bots.names import BOTS, LEVELS
from moonbow.bots.search import Tree, new_tree, search
from moonbow.bots.search_bot import SETTINGS, SearchBot, with_room
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.games.game import GAMES, State, game
from moonbow.games.kernel import COMPILED, new_generator
from playing import games

NO_LIMIT = Budget()


def test_it_finds_what_is_best_where_all_can_be_counted_out() -> None:
    for number, (state, values) in enumerate(late_endings(games(20, 2), 5)):
        bot = SearchBot(number, "search", iterations=games(4_000, 1_500))
        chosen = bot.choose(state.view(state.current_player), state.legal_actions(), NO_LIMIT)
        assert values[chosen] == max(values.values())


def tree_of(view: State, iterations: int, seed: int = 0) -> Tree:
    """The tree after so many iterations in one go."""
    tree = with_room(new_tree(1), iterations)
    scratch = np.zeros(1, view.game.rules.State)
    settings, generator = SETTINGS[view.game.name], new_generator(seed)
    search(view.records, scratch, tree, settings, generator, iterations, -1)
    return tree


@pytest.mark.parametrize("name", GAMES)
def test_every_iteration_leaves_its_mark(name: str) -> None:
    iterations = games(300, 20)
    state = GAMES[name].deal(3, GAMES[name].simulated(), seed=5)
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    tree = tree_of(state.view(state.current_player), iterations)
    used = int(tree.used[0])
    assert tree.visits[0] == iterations
    assert np.allclose(tree.value[:used].sum(axis=1), tree.visits[:used])  # shares of one win
    below = np.zeros(used, int)
    for row in range(used):
        child = int(tree.child[row])
        seen = set()
        while child:
            below[row] += tree.visits[child]
            assert 1 <= tree.visits[child] <= tree.offers[child] <= tree.visits[row]
            seen.add((int(tree.action[child]), int(tree.mover[child])))
            child = int(tree.sibling[child])
        assert len(seen) == count_children(tree, row)
    assert below[0] == iterations
    assert (below[1:] <= tree.visits[1:used] - 1).all()  # once it was new itself


def count_children(tree: Tree, row: int) -> int:
    """How many children a row has."""
    number, child = 0, int(tree.child[row])
    while child:
        number += 1
        child = int(tree.sibling[child])
    return number


def decisions(name: str, count: int) -> list[State]:
    """Views of players who have something to decide, from a game by rules of thumb."""
    found: list[State] = []
    state = GAMES[name].deal(3, GAMES[name].simulated(), seed=11)
    bot = ThumbsBot(1)
    while not state.is_over and len(found) < count:
        view, legal = state.view(state.current_player), state.legal_actions()
        if len(legal) > 1:
            found.append(view)
        state.apply_action(bot.choose(view, legal, NO_LIMIT))
    return found


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_iterations_find_the_same(name: str, threads: int) -> None:
    for view in decisions(name, games(5, 1)):
        twice = [
            SearchBot(7, "search", 1_000, threads).look(view, Budget(iterations=games(200, 10)))
            for _ in range(2)
        ]
        assert twice[0] == twice[1]
        assert twice[0].visits >= games(200, 10)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_every_level_plays_what_is_legal_and_changes_no_view(name: str, level: str) -> None:
    budget = Budget(iterations=games(50, 4), milliseconds=None)
    for view in decisions(name, games(20, 3)):
        before = view.tobytes()
        legal = view.legal_actions()
        assert BOTS[level](3).choose(view, legal, budget) in legal
        assert view.tobytes() == before


@pytest.mark.skipif(not COMPILED, reason="plain Python cannot keep times")
@pytest.mark.parametrize("name", GAMES)
def test_a_budget_in_milliseconds_is_kept(name: str) -> None:
    for view in decisions(name, 3):
        bot = SearchBot(1, "search", iterations=10**9)
        bot.look(view, Budget(milliseconds=1))
        begun = time.perf_counter()
        found = bot.look(view, Budget(milliseconds=200))
        assert 0.15 < time.perf_counter() - begun < 0.3
        assert found.visits > 100


@pytest.mark.skipif(not COMPILED, reason="plain Python cannot keep times")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_that_is_cancelled_ends_at_once_with_what_it_has(threads: int) -> None:
    view = decisions("pirates", 1)[0]
    bot = SearchBot(1, "search", iterations=10**9, threads=threads)
    bot.look(view, Budget(milliseconds=1))
    found: list[object] = []
    thinking = threading.Thread(target=lambda: found.extend(bot.look(view, NO_LIMIT).actions))
    thinking.start()
    time.sleep(0.2)
    begun = time.perf_counter()
    bot.cancel()
    thinking.join()
    assert time.perf_counter() - begun < 0.05
    assert found


def test_a_search_that_only_decides_stops_early_and_finds_the_same() -> None:
    early = []
    for number, view in enumerate(decisions("rainbow", games(30, 2))):
        bots = [SearchBot(number, "search", games(2_000, 100)) for _ in range(2)]
        legal = view.legal_actions()
        looked = bots[0].look(view, NO_LIMIT)
        assert bots[1].choose(view, legal, NO_LIMIT) == looked.actions[0].action
        tree = bots[1]._grow(view, games(2_000, 100), None, 0, -1, True)
        early.append(int(tree.visits[0]) < games(2_000, 100))
    assert any(early)


def test_an_action_that_comes_first_is_the_only_one_looked_at() -> None:
    """Its chances are those of the position after it, where nothing is hidden any more."""
    for state, values in late_endings(games(5, 1), 5):
        player = state.current_player
        for action in values:
            bot = SearchBot(1, "search", iterations=games(2_000, 300))
            looked = bot.look(state.view(player), NO_LIMIT, first=action)
            assert looked.visits == games(2_000, 300)
            assert sum(looked.chances) == pytest.approx(1)
            assert looked.chances[player] == pytest.approx(values[action], abs=0.25)


def test_of_a_full_state_nothing_is_dealt_anew() -> None:
    """Seen with all cards, the last decision of a game has a certain end."""
    state = game("rainbow").deal(2, {"hand_size": 2, "leader": 0}, seed=3)
    bot = ThumbsBot(1)
    before = state.copy()
    while not state.is_over:
        before = state.copy()
        legal = state.legal_actions()
        state.apply_action(bot.choose(state.view(state.current_player), legal, NO_LIMIT))
    looked = SearchBot(1, "search", iterations=50).look(before, NO_LIMIT)
    assert list(looked.chances) == state.returns()


def test_one_legal_action_is_not_thought_about() -> None:
    view = game("rainbow").deal(4).view(0)
    assert SearchBot(0, "search", iterations=10**9).choose(view, [3], NO_LIMIT) == 3


def test_a_plain_search_differs_from_one_with_rules_of_thumb() -> None:
    """The settings do something: without them actions are taken in the order of their numbers."""
    view = decisions("rainbow", 1)[0]
    plain = SETTINGS["rainbow"]._replace(bias=0.0, sharp=0.0, widen=1e6)
    trees = []
    for settings in (plain, SETTINGS["rainbow"]):
        tree = with_room(new_tree(1), 200)
        scratch = np.zeros(1, view.game.rules.State)
        search(view.records, scratch, tree, settings, new_generator(0), 200, -1)
        trees.append(tree)
    assert count_children(trees[0], 0) == len(view.legal_actions())
    assert count_children(trees[1], 0) < len(view.legal_actions())
