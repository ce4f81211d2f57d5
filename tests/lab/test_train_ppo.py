"""The learner: what it expects, what it makes more likely, and that it is the network in NumPy."""

import numpy as np
import pytest
import torch

from moonbow.bots.network import points_of
from moonbow.games.game import GAMES, game
from moonbow.lab import ppo
from moonbow.lab.collect import Decisions, Plan, collect
from moonbow.lab.ppo import EPOCHS, FAR, BadCheckpoint, Learner, Lines, advantages
from playing import games

NAMES = [name for name in GAMES if name != "pirates" or games(1, 0)]
OPTIONS = {
    "rainbow": {"hand_size": 3},
    "rainbow7": {"colors": 5, "values": 4, "hand_size": 3, "tokens_to_end": 1},
    "pirates": {"lifts": 1},
}


def plan(name: str = "rainbow", count: int = 6, rate: float = 0.001) -> Plan:
    """A short lesson for two."""
    played = game(name)
    options = played.options(2, played.simulated(OPTIONS[name]))
    return Plan(name, 2, options, 3, count, 4, 8, rate, 0.0, 1)


def shaken(learner: Learner) -> Learner:
    """The same with numbers by chance everywhere."""
    chance = np.random.Generator(np.random.PCG64(5))
    with torch.no_grad():
        for each in (*learner.actor.values(), *learner.critic.values()):
            each.add_(torch.from_numpy(chance.normal(0, 0.2, each.shape).astype(np.float32)))
    return learner


@pytest.mark.parametrize("name", NAMES)
def test_the_learner_values_actions_as_the_network_does(name: str) -> None:
    learner = shaken(Learner(plan(name, games(6, 2))))
    own = learner.network({})
    found = collect(learner.plan, own, 0, 0)
    with torch.no_grad():
        seen = learner._look(Lines(found), np.arange(len(found.views)))
    state = game(name).deal(2, learner.plan.options, seed=1)
    assert len(seen.log_shares) == len(found.views)
    starts = np.cumsum(found.counts) - found.counts
    for place in range(0, len(found.views), max(1, len(found.views) // 20)):
        offers = slice(starts[place], starts[place] + found.counts[place])
        values = by_arrays(own.weights, found, place, offers)
        logs = values - values.max() - np.log(np.exp(values - values.max()).sum())
        assert float(seen.log_shares[place]) == pytest.approx(logs[found.places[place]], abs=1e-3)
        assert float(seen.entropies[place]) == pytest.approx(-(np.exp(logs) * logs).sum(), abs=1e-3)
    view, legal = state.view(state.current_player), state.legal_actions()
    assert len(own.values(view, legal)) == len(points_of(view, legal))


def by_arrays(weights, found: Decisions, place: int, offers: slice):  # type: ignore[no-untyped-def]
    """The values of what was legal in a decision."""
    first = np.maximum(
        found.views[place].astype(np.float32) @ weights.outer + weights.outer_bias, 0
    )
    body = np.maximum(first @ weights.inner + weights.inner_bias, 0)
    actions = found.actions[offers]
    return (
        weights.action[actions] @ (body @ weights.rank + weights.rank_bias)
        + weights.action_bias[actions]
        + found.points[offers].astype(np.float32) @ (body @ weights.thumb + weights.thumb_bias)
    )


def test_a_fresh_learner_weighs_actions_about_as_the_rules_of_thumb_do() -> None:
    own = Learner(plan()).network({})
    state = game("rainbow").deal(2, OPTIONS["rainbow"], seed=1)
    view, legal = state.view(state.current_player), state.legal_actions()
    assert own.values(view, legal) == pytest.approx(points_of(view, legal).sum(axis=1), abs=0.5)


def test_advantages_add_up_what_came_later_and_fades() -> None:
    """Two lines that alternate: worth 0.2, 0.5, 0.6 and then 1; worth 0.4, 0.1 and then 0.

    What each step brought is 0.3, 0.1, 0.4 in the first line and -0.3, -0.1 in the second.
    """
    worth = np.array([0.2, 0.4, 0.5, 0.1, 0.6])
    lines = np.array([3, 1, 3, 1, 3])
    outcomes = np.array([1.0, 0.0, 1.0, 0.0, 1.0])
    out = np.zeros(5)
    advantages(worth, lines, outcomes, np.ones(5, np.bool_), 0.5, out)
    expected = [0.3 + 0.5 * 0.1 + 0.25 * 0.4, -0.3 - 0.5 * 0.1, 0.1 + 0.5 * 0.4, -0.1, 0.4]
    assert out.tolist() == pytest.approx(expected)


def test_a_game_that_was_cut_off_is_worth_what_was_expected() -> None:
    worth, lines, out = np.array([0.2, 0.7]), np.array([0, 0]), np.zeros(2)
    advantages(worth, lines, np.zeros(2), np.zeros(2, np.bool_), 1.0, out)
    assert out.tolist() == pytest.approx([0.5, 0.0])


def test_returns_stand_by_seat_from_the_player_who_decided() -> None:
    found = collect(plan(), Learner(plan()).network({}), 0, 0)
    lines = Lines(found)
    for place in range(len(found.views)):
        game_number, player = found.games[place], found.players[place]
        assert lines.returns[place, 0] == found.returns[game_number, player]
        assert lines.returns[place, 1] == found.returns[game_number, 1 - player]
    pairs = set(zip(found.games.tolist(), found.players.tolist(), strict=True))
    assert len(set(lines.lines.tolist())) == len(pairs)


def test_what_won_becomes_more_likely_and_what_lost_less() -> None:
    """Games in which the first legal action always wins, any other always loses."""
    learner = Learner(plan(count=games(60, 12), rate=0.02))
    for iteration in range(games(12, 6)):
        found = collect(learner.plan, learner.network({}), iteration, 0)
        first = (found.places == 0).astype(np.float64)
        returns = np.stack([first, 1 - first], axis=1)
        each = np.arange(len(first))
        learner.learn(
            found._replace(games=each, players=np.zeros_like(found.players), returns=returns)
        )
        if iteration == 0:
            before = first.mean()
    assert before < 0.6
    assert first.mean() > before + 0.2


def test_the_critic_learns_to_foresee_what_can_be_foreseen() -> None:
    """Who sees this much in the middle wins."""
    learner = Learner(plan(count=games(60, 12), rate=0.01))
    found = collect(learner.plan, learner.network({}), 0, 0)
    middle = found.views[:, 6:12].sum(axis=1)
    won = (middle > np.median(middle)).astype(np.float64)
    found = found._replace(
        games=np.arange(len(won)), players=np.zeros_like(found.players),
        returns=np.stack([won, 1 - won], axis=1),
    )  # fmt: skip
    told = [learner.learn(found) for _ in range(games(30, 30))]
    assert told[0].explained < 0.1
    assert told[-1].explained > 0.5
    assert told[-1].chance_loss < 0.8 * told[0].chance_loss


def test_an_iteration_that_moves_too_far_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "MINIBATCH", 20)
    learner = Learner(plan(count=games(40, 8), rate=0.5))
    found = collect(learner.plan, learner.network({}), 0, 0)
    told = learner.learn(found)
    assert told.steps < EPOCHS * len(found.views) / 20
    assert told.kl > FAR


def test_a_checkpoint_goes_on_where_it_was_made() -> None:
    one, other = Learner(plan()), Learner(plan())
    found = collect(one.plan, one.network({}), 0, 0)
    one.learn(found)
    other.load(one.tobytes())
    assert other.learn(found) == one.learn(found)
    for name in one.actor:
        assert torch.equal(one.actor[name], other.actor[name])


def test_a_checkpoint_of_another_width_is_refused() -> None:
    wider = Plan(**{**plan().__dict__, "width": 9})
    with pytest.raises(BadCheckpoint, match="no checkpoint of this run"):
        Learner(plan()).load(Learner(wider).tobytes())
