"""Games side by side: the same as one by one, whatever the threads; and what is refused."""

from typing import Any

import numpy as np
import pytest

from moonbow.envs.batch import Batch
from moonbow.games.errors import BadAction, BadOptions
from moonbow.games.game import GAMES, State
from moonbow.games.kernel import key_from_number
from moonbow.lab.runs import game_seed, new_run
from playing import games

SMALL: dict[str, dict[str, Any]] = {
    "rainbow": {"hand_size": 3},
    "rainbow7": {"colors": 5, "values": 3, "rainbow_cards": 2, "hand_size": 4, "tokens_to_end": 1},
    "pirates": {"deck": {**dict.fromkeys("1234567", 2), "W": 3, "P": 2, "parrot": 2}, "lifts": 1},
}


def small(name: str, count: int = 5, players: int = 3, **chosen: Any) -> Batch:
    """A batch of small games."""
    return Batch(GAMES[name], players, count, **{"options": SMALL[name], "seed": 4, **chosen})


def dealt(batch: Batch, number: int) -> State:
    """The game of that number, as a simulation deals it."""
    options = batch.game.options(batch.players, SMALL[batch.game.name])
    seed = game_seed(key_from_number(4), number)
    return batch.game.deal(batch.players, options, seed=seed)


@pytest.mark.parametrize("name", GAMES)
def test_games_side_by_side_are_those_that_are_played_one_by_one(name: str) -> None:
    batch = small(name)
    states = [dealt(batch, place) for place in range(batch.count)]
    observed, ended = batch.reset(), 0
    choices = np.random.default_rng(1)
    for _ in range(games(200, 60)):
        for place, state in enumerate(states):
            player = state.current_player
            assert observed.player[place] == player
            assert np.flatnonzero(observed.mask[place]).tolist() == state.legal_actions()
            assert observed.views[place].tolist() == state.view(player).encode().tolist()
        actions = [int(choices.choice(np.flatnonzero(mask))) for mask in observed.mask]
        observed, rewards, terminated, truncated = batch.step(actions)
        for place, state in enumerate(states):
            state.apply_action(actions[place])
            assert terminated[place] == state.is_over
            expected = state.returns() if state.is_over else [0.0] * 3
            assert rewards[place].tolist() == np.array(expected, np.float32).tolist()
            if state.is_over:
                ended += 1
                states[place] = dealt(batch, int(batch.numbers[place]))
        assert not truncated.any()
    assert ended


@pytest.mark.parametrize("name", GAMES)
def test_by_chance_each_game_goes_as_in_a_simulation(name: str) -> None:
    """The games of 3 places, two in each; the number of decisions and the winners are the same."""
    batch = small(name, 3)
    run = new_run(batch.game, 3, None, 4, SMALL[name])
    found = run.play(0, 6)
    batch.reset()
    seen: dict[int, tuple[int, list[float]]] = {}
    lengths = np.zeros(3, int)
    while len(seen) < 6:
        numbers = batch.numbers.copy()
        _, rewards, terminated, _ = batch.step(batch.sample())
        lengths += 1
        for place in np.flatnonzero(terminated):
            if numbers[place] < 6:
                seen[int(numbers[place])] = (int(lengths[place]), rewards[place].tolist())
            lengths[place] = 0
    for number, (length, won) in seen.items():
        assert length == found.counts[number, 0]
        assert won == found.returns[number].astype(np.float32).tolist()


@pytest.mark.parametrize("threads", [2, 3, 7, 50])
def test_threads_change_nothing(threads: int) -> None:
    one, several = small("rainbow", 13), small("rainbow", 13, threads=threads)
    one.reset()
    several.reset()
    for _ in range(40):
        actions = one.sample()
        assert several.sample().tolist() == actions.tolist()
        first, second = one.step(actions), several.step(actions)
        for name in ("rewards", "terminated", "truncated"):
            assert getattr(first, name).tolist() == getattr(second, name).tolist()
        for name in ("views", "mask", "player"):
            here, there = (getattr(each.observed, name) for each in (first, second))
            assert here.tolist() == there.tolist()
        assert one.states.tobytes() == several.states.tobytes()


def test_games_that_last_too_long_are_cut_off_and_begun_anew() -> None:
    batch = small("rainbow", 4, max_actions=3)
    batch.reset()
    for step in range(1, 7):
        _, rewards, terminated, truncated = batch.step(batch.sample())
        assert not terminated.any()
        assert not rewards.any()
        assert truncated.tolist() == [step % 3 == 0] * 4
    assert batch.numbers.tolist() == [8, 9, 10, 11]


def test_a_reset_deals_the_first_games_again() -> None:
    batch = small("rainbow7")
    first = [each.copy() for each in batch.reset()]
    for _ in range(30):
        batch.step(batch.sample())
    again = batch.reset()
    assert all(here.tolist() == there.tolist() for here, there in zip(first, again, strict=True))


def test_without_views_there_are_none() -> None:
    batch = small("pirates", views=False)
    assert batch.reset().views.shape == (5, 0)
    batch.step(batch.sample())


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0, 0], "expected whole numbers of shape (5,)"),
        ([0.5] * 5, "float64 of shape (5,)"),
        ([-1] + [0] * 4, "place 0: action -1; expected one of the"),
        ([0, 0, 87, 0, 0], "place 2: action 87"),
        ([0, 0, 0, 86, 0], "place 3: action 86"),
    ],
)
def test_an_action_that_is_not_legal_is_named_and_nothing_is_played(
    actions: list[Any], words: str
) -> None:
    batch = small("rainbow", options={"ranks": 3, "copies": 2, "hand_size": 1, "leader": 0})
    batch.reset()
    legal = batch.sample()
    given = [legal[place] if each == 0 else each for place, each in enumerate(actions)]
    before = batch.states.tobytes()
    with pytest.raises(BadAction) as refused:
        batch.step(given)
    assert words in str(refused.value)
    assert batch.states.tobytes() == before


def test_a_batch_is_reset_first() -> None:
    with pytest.raises(BadAction, match="reset"):
        small("rainbow").step([0] * 5)


@pytest.mark.parametrize(
    "changed",
    [{"count": 0}, {"threads": 0}, {"max_actions": 0}, {"players": 9}, {"options": {"ranks": 9}},
     {"seed": -1}],
)  # fmt: skip
def test_what_cannot_be_is_refused(changed: dict[str, Any]) -> None:
    chosen: dict[str, Any] = {"players": 3, "count": 2, **changed}
    with pytest.raises(BadOptions):
        Batch(GAMES["rainbow"], **chosen)
