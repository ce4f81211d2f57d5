"""Games for training: what is kept of them is what was decided, seen and won."""

import numpy as np
import pytest

from moonbow.bots.network import Network, Weights, points_of, shapes
from moonbow.envs.batch import Batch
from moonbow.games.game import GAMES, game
from moonbow.games.kernel import key_from_number
from moonbow.lab.collect import (
    AGAINST_THUMBS,
    LESSON,
    MOST_PARTS,
    Decisions,
    Plan,
    collect,
    hidden_features,
    measure,
    together,
)
from moonbow.lab.runs import drawn
from playing import games

OPTIONS = {
    "rainbow": {"hand_size": 3},
    "rainbow7": {"colors": 6, "values": 4, "hand_size": 3, "tokens_to_end": 1},
    "pirates": {"lifts": 1},
}


def plan(name: str = "rainbow", players: int = 3, count: int = 8, deals: int = 10) -> Plan:
    """A short lesson."""
    played = game(name)
    options = played.options(players, played.simulated(OPTIONS[name]))
    return Plan(name, players, options, 3, count, deals, 8, 0.001, 0.01, 1)


def network(name: str = "rainbow", players: int = 3, thumb: float = 1.0, seed: int = 0) -> Network:
    """A network that counts points of the rules of thumb that often, and little else."""
    chance = np.random.Generator(np.random.PCG64(seed))
    wanted = shapes(game(name), players, 8)
    numbers = {
        each: chance.normal(0, 0.05, shape).astype(np.float32) for each, shape in wanted.items()
    }
    numbers["thumb_bias"] += np.float32(thumb)
    return Network(game(name), players, Weights(**numbers), {})


def of_game(found: Decisions, number: int) -> list[int]:
    """The decisions in a game, in order."""
    return np.flatnonzero(found.games == number).tolist()


NAMES = [name for name in GAMES if name != "pirates" or games(1, 0)]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_played_again_shows_what_was_kept_of_it(name: str) -> None:
    own = plan(name, count=games(8, 2))
    found = collect(own, network(name), 2, 0)
    starts = np.cumsum(found.counts) - found.counts
    seed = drawn(key_from_number(own.seed), LESSON, 2 * MOST_PARTS)
    batch = Batch(name, own.players, own.games, own.options, seed)
    hand = hidden_features(game(name), own.players) // (own.players - 1)
    for number in range(own.games):
        if number % AGAINST_THUMBS == 0:
            continue
        state = batch.state(number)
        places = iter(of_game(found, number))
        while not state.is_over:
            legal, player = state.legal_actions(), state.current_player
            action = legal[0]
            if len(legal) > 1:
                place = next(places)
                offers = slice(starts[place], starts[place] + found.counts[place])
                view = state.view(player)
                others = [state.view((player + seat) % own.players) for seat in (1, 2)]
                hands = np.concatenate([other.encode()[:hand] for other in others])
                assert found.players[place] == player
                assert found.actions[offers].tolist() == legal
                assert (found.views[place] == view.encode().astype(np.float16)).all()
                assert (found.hidden[place] == hands.astype(np.float16)).all()
                points = points_of(view, legal).astype(np.float16)
                assert found.points[offers] == pytest.approx(points, rel=1e-2, abs=1e-3)
                action = legal[found.places[place]]
            state.apply_action(action)
        assert next(places, None) is None
        assert found.returns[number].tolist() == state.returns()


def test_in_one_of_some_games_the_network_plays_alone_against_rules_of_thumb() -> None:
    found = collect(plan(count=4 * AGAINST_THUMBS), network(), 0, 0)
    for number in range(4 * AGAINST_THUMBS):
        players = {int(found.players[place]) for place in of_game(found, number)}
        apart = number // AGAINST_THUMBS % 3
        assert players == ({apart} if number % AGAINST_THUMBS == 0 else {0, 1, 2})


def test_actions_are_taken_as_often_as_the_policy_says() -> None:
    """What was taken has, on average, the logarithm of its share that the shares let expect."""
    own = network(thumb=0.7)
    found = collect(plan(count=games(200, 12)), own, 0, 0)
    starts = np.cumsum(found.counts) - found.counts
    missed, variance = 0.0, 0.0
    for place in range(len(found.views)):
        offers = slice(starts[place], starts[place] + found.counts[place])
        values = values_of(own, found, place, offers)
        shares = np.exp(values - values.max())
        shares /= shares.sum()
        logs = np.log(shares)
        expected = float((shares * logs).sum())
        missed += float(logs[found.places[place]]) - expected
        variance += float((shares * (logs - expected) ** 2).sum())
    assert abs(missed) < 4 * variance**0.5


def values_of(own: Network, found: Decisions, place: int, offers: slice) -> np.ndarray:
    """The values of what was legal, by array sums."""
    weights = own.weights
    first = np.maximum(
        found.views[place].astype(np.float32) @ weights.outer + weights.outer_bias, 0
    )
    body = np.maximum(first @ weights.inner + weights.inner_bias, 0)
    actions = found.actions[offers]
    known_by = body @ weights.rank + weights.rank_bias
    counted = body @ weights.thumb + weights.thumb_bias
    points = found.points[offers].astype(np.float32)
    values: np.ndarray = (
        weights.action[actions] @ known_by + weights.action_bias[actions] + points @ counted
    )
    return values.astype(np.float64)


def test_the_same_plan_network_iteration_and_part_give_the_same() -> None:
    once, again = (collect(plan(), network(), 1, 0) for _ in range(2))
    for name in Decisions._fields:
        assert np.array_equal(getattr(once, name), getattr(again, name)), name
    for other in (collect(plan(), network(), 2, 0), collect(plan(), network(seed=1), 1, 0)):
        assert len(other.views) != len(once.views) or not np.array_equal(other.views, once.views)


def test_parts_put_together_number_their_games_on() -> None:
    one, two = (collect(plan(), network(), iteration, 0) for iteration in range(2))
    both = together([one, two])
    assert both.games.tolist() == [*one.games.tolist(), *(two.games + 8).tolist()]
    assert np.array_equal(both.returns, np.concatenate([one.returns, two.returns]))


def test_a_network_that_plays_by_rules_of_thumb_wins_its_fair_share_against_them() -> None:
    """The same deals on every seat: all games are one game."""
    own = network()
    for name in ("rank", "rank_bias", "action_bias", "thumb"):
        getattr(own.weights, name)[:] = 0
    own.weights.thumb_bias[:] = 1
    deals = games(60, 6)
    won = np.array([measure(plan(deals=deals), own, turn) for turn in range(3)])
    assert won.shape == (3, deals)
    assert won.mean() == pytest.approx(1 / 3, abs=0.05)


def test_a_network_that_plays_against_the_rules_of_thumb_loses() -> None:
    won = [measure(plan(deals=games(40, 8)), network(thumb=-1.0), turn) for turn in range(3)]
    assert np.mean(won) < 0.15
