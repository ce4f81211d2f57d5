"""Search: what it finds, and that it keeps to its budget."""

import threading
import time

import numpy as np
import pytest

from endings import late_endings
from moonbow.bots.bot import Budget
from moonbow.bots.memo import new_memo
from moonbow.bots.names import BOTS, LEVELS
from moonbow.bots.search import (
    MOST_ACTIONS,
    MOST_PLAYERS,
    Tree,
    held,
    new_tree,
    play_on,
    search,
)
from moonbow.bots.search_bot import SETTINGS, SearchBot, children, summed_up, with_room
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.games.game import GAMES, State, game
from moonbow.games.kernel import COMPILED, new_generator
from moonbow.games.rainbow7 import (
    CARD_KINDS,
    COMBO_COLORS,
    COMBO_RAINBOW,
    COMBOS,
    DISCARD,
    DRAW,
    DRAW_DECK,
    hold,
)
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
    search(view.records, scratch, tree, settings, new_memo(1), generator, iterations, -1)
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
    left = tree.visits[:used] * (1 - SETTINGS[name].control)  # of one win, less what was promised
    assert np.allclose(tree.value[:used].sum(axis=1), left)
    assert tree.promised.sum() == pytest.approx(iterations * SETTINGS[name].control)
    below = np.zeros(used, int)
    for row in range(used):
        child = int(tree.child[row])
        seen = set()
        while child:
            below[row] += tree.visits[child]
            assert 1 <= tree.visits[child] <= tree.offers[child] <= tree.visits[row]
            key = tree.action[child], tree.mover[child], tree.holding[child]
            seen.add(tuple(int(each) for each in key))
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
        search(view.records, scratch, tree, settings, new_memo(1), new_generator(0), 200, -1)
        trees.append(tree)
    assert count_children(trees[0], 0) == len(view.legal_actions())
    assert count_children(trees[1], 0) < len(view.legal_actions())


def test_an_own_tree_tells_apart_what_was_drawn_and_is_nobody_elses() -> None:
    """With another card in hand the same action is another, and what the hand has not is none."""
    of = game("rainbow7")
    state, bot = of.deal(3, of.simulated(), seed=3), ThumbsBot(1)
    while state.records[0].phase != DRAW or DRAW_DECK not in state.legal_actions():
        view = state.view(state.current_player)
        state.apply_action(bot.choose(view, state.legal_actions(), NO_LIMIT))
    view, player = state.view(state.current_player), state.current_player
    tree = tree_of(view, games(600, 60))
    assert (tree.mover[1 : int(tree.used[0])] == player).all()
    hands = {}
    for card in range(CARD_KINDS):
        after = view.records.copy()[0]
        hold(after, player, card)
        hands[held(after, player)] = after
    drawn = next(row for row in children(tree) if tree.action[row] == DRAW_DECK)
    found, row = set(), int(tree.child[drawn])
    while row:
        after = hands[int(tree.holding[row])]
        action = int(tree.action[row])
        if action < COMBOS:
            assert not (COMBO_COLORS[action] & ~after.hand[player]).any()
            assert COMBO_RAINBOW[action] <= after.rainbow[player]
        found.add(int(tree.holding[row]))
        row = int(tree.sibling[row])
    assert len(found) > games(20, 4)
    assert set(tree.holding[children(tree)]) == {held(view.records[0], player)}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_deal_promises_changes_no_chances_of_the_position(name: str) -> None:
    """What is taken off every iteration is given back: the same games, the same chances."""
    for view in decisions(name, games(5, 2)):
        found = []
        for control in (0.0, 1.0):
            settings = {name: SETTINGS[name]._replace(control=control, widen=-1.0)}
            bot = SearchBot(5, "search", iterations=games(50, 5), settings=settings)
            found.append(bot.look(view, NO_LIMIT).chances)
        assert found[0] == pytest.approx(found[1])


def test_actions_are_compared_by_how_much_better_it_went_than_the_deals_promised() -> None:
    """Two won by 6 and 4 of 10 games; the first was tried in deals that promised 0.2 more."""
    trees = []
    for visits, won, promised in ((10, 6.0, 0.7), (10, 4.0, 0.5)):
        tree = new_tree(2)
        tree.action[1], tree.child[0], tree.used[0] = visits - int(won), 1, 2
        tree.visits[:] = visits
        tree.value[:, 0] = won - promised * visits
        tree.value[:, 1] = (1 - won / visits - (1 - promised)) * visits
        tree.promised[:2] = promised * visits, (1 - promised) * visits
        trees.append(tree)
    found = summed_up(trees, 2, 0)
    assert found.chances == pytest.approx((0.5, 0.5))
    assert {each.action: each.value for each in found.actions} == pytest.approx({4: 0.5, 6: 0.5})


def test_a_rollout_is_cut_where_a_turn_ends() -> None:
    """In the middle of one, who has discarded and not drawn yet would look better off."""
    of = game("rainbow7")
    settings, weights = SETTINGS["rainbow7"], np.empty(MOST_ACTIONS)
    legal, outcome = np.empty(MOST_ACTIONS, np.int16), np.empty(MOST_PLAYERS)
    for cut in range(6, games(30, 10)):
        state = of.deal(3, of.simulated(), seed=cut)
        position = state.records[0]
        generator, changed = new_generator(cut), settings._replace(cut=cut)
        play_on(position, changed, legal, weights, new_memo(1), generator, outcome)
        assert position.phase == DISCARD
        assert outcome.sum() == pytest.approx(1)
