"""Many games in arrays play as the same games do one by one."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from moonbow.envs.batch import Batch
from moonbow.games.errors import BadAction, BadOptions
from moonbow.games.game import State, game
from moonbow.games.kernel import COMPILED
from playing import HURRIES, Case, cases_of, games

ARRAYS = (
    "masks", "views", "current", "rewards", "terminated", "truncated", "lengths", "numbers",
)  # fmt: skip
SHORT = {
    "rainbow": {"hand_size": 2},
    "rainbow7": {"tokens_to_end": 1, "hand_size": 2},
    "pirates": {"lifts": 0},
}
"""Options by which games end soon."""


def small(name: str, **chosen: Any) -> Batch:
    """A few short games of three players."""
    return Batch(name, 3, options=SHORT[name], **{"count": 4, "seed": 5, **chosen})


def contents(batch: Batch) -> dict[str, NDArray[Any]]:
    """A copy of all that a batch tells, and of its games."""
    told = {name: getattr(batch, name).copy() for name in ARRAYS}
    states = [batch.state(slot).tobytes() for slot in range(batch.count)]
    return {**told, "states": np.array(states)}


def same(one: dict[str, NDArray[Any]], other: dict[str, NDArray[Any]]) -> bool:
    """Whether two such copies are equal."""
    return all(np.array_equal(one[name], other[name]) for name in one)


def choose(state: State, choices: random.Random) -> int:
    """A legal action of one game, mostly one that brings its end nearer."""
    legal = state.legal_actions()
    hurry = HURRIES.get(state.game.name)
    return choices.choice(hurry(state, legal) if hurry and choices.random() < 0.9 else legal)


def assert_told(batch: Batch, slot: int, state: State) -> None:
    """A slot's arrays tell of this game what the game says itself."""
    player = state.current_player
    assert batch.current[slot] == player
    assert np.flatnonzero(batch.masks[slot]).tolist() == state.legal_actions()
    assert np.array_equal(batch.views[slot], state.view(player).encode())
    assert batch.state(slot).tobytes() == state.tobytes()


def some_cases() -> list[Case]:
    """Ways to play the games: a few of each."""
    found = [*cases_of("rainbow")[::4], *cases_of("rainbow7")[::3], *cases_of("pirates")[::2]]
    return found if COMPILED else found[::4]


@pytest.mark.parametrize("case", some_cases(), ids=str)
def test_a_batch_plays_as_single_games_do(case: Case) -> None:
    played, choices = game(case.game), random.Random(3)
    options = played.simulated(case.options)
    batch = Batch(case.game, case.players, 3, case.options, seed=11)
    fresh = [played.deal(case.players, options, batch.seed_of(slot)) for slot in range(3)]
    singles, lengths, numbers = fresh, [0] * 3, [0] * 3
    for _ in range(games(200, 12)):
        for slot, state in enumerate(singles):
            assert_told(batch, slot, state)
        actions = [choose(state, choices) for state in singles]
        batch.step(actions)
        for slot, (state, action) in enumerate(zip(singles, actions, strict=True)):
            state.apply_action(action)
            lengths[slot] += 1
            assert batch.terminated[slot] == state.is_over
            assert batch.rewards[slot].tolist() == state.returns()
            if state.is_over:
                seed = batch.seed_of(slot)
                singles[slot] = played.deal(case.players, options, seed)
                lengths[slot], numbers[slot] = 0, numbers[slot] + 1
        assert batch.lengths.tolist() == lengths
        assert batch.numbers.tolist() == numbers
        assert not batch.truncated.any()


@pytest.mark.parametrize("name", SHORT)
def test_games_end_and_fresh_ones_follow(name: str, record_property: Any) -> None:
    batch, choices, keys = small(name), random.Random(2), set()
    ended = 0
    for _ in range(games(1_000, 100)):
        keys |= {batch.seed_of(slot) for slot in range(batch.count)}
        batch.step([choose(batch.state(slot), choices) for slot in range(batch.count)])
        ended += int(batch.terminated.sum())
        assert (batch.rewards.sum(axis=1) == batch.terminated).all()
        assert (batch.lengths[batch.terminated] == 0).all()
    record_property(f"games of {name} that ended in a batch", ended)
    assert ended == batch.numbers.sum() > 0
    assert len(keys) >= ended + batch.count - 1  # each game has its own cards


def test_a_slot_and_a_number_have_a_key_of_their_own() -> None:
    batch = Batch("rainbow", 2, 50, {"hand_size": 1}, max_actions=1)
    keys = [batch.seed_of(slot) for slot in range(50)]
    for _ in range(3):
        batch.step(batch.sample())
        keys += [batch.seed_of(slot) for slot in range(50)]
    assert len(set(keys)) == 200


@pytest.mark.parametrize("name", SHORT)
def test_a_game_is_cut_off_after_so_many_actions(name: str) -> None:
    batch = small(name, max_actions=3)
    for step in range(1, 7):
        before = [batch.seed_of(slot) for slot in range(batch.count)]
        batch.step(batch.sample())
        cut = step % 3 == 0
        assert (batch.truncated == cut).all()
        assert not batch.terminated.any()
        assert not batch.rewards.any()
        assert (batch.lengths == step % 3).all()
        assert (batch.numbers == step // 3).all()
        after = [batch.seed_of(slot) for slot in range(batch.count)]
        assert all(old != new for old, new in zip(before, after, strict=True)) == cut


def test_an_ending_at_the_last_action_is_no_cut() -> None:
    batch = Batch("rainbow", 3, 1, {"hand_size": 1})
    while not batch.terminated[0]:
        length = int(batch.lengths[0]) + 1
        batch.step(batch.sample())
    again = Batch("rainbow", 3, 1, {"hand_size": 1}, max_actions=length)
    while batch.numbers[0] != again.numbers[0]:
        again.step(again.sample())
    assert (again.terminated[0], again.truncated[0]) == (True, False)


@pytest.mark.parametrize("name", SHORT)
def test_an_illegal_action_is_refused_and_nothing_changes(name: str) -> None:
    batch = small(name)
    batch.step(batch.sample())
    actions = batch.sample().copy()
    before = contents(batch)
    wrong = int(np.flatnonzero(~batch.masks[2])[0])
    actions[2] = wrong
    text = batch.state(2).action_text(wrong)
    with pytest.raises(BadAction, match=r"slot 2: .* is not legal; expected one of ") as refused:
        batch.step(actions)
    assert f"slot 2: {text} " in str(refused.value)
    assert refused.value.code == "illegal-action"
    assert same(contents(batch), before)


@pytest.mark.parametrize("number", [-1, 87, 10**15, 2**63 - 1, -(2**63)])
def test_a_number_that_is_no_action_is_refused(number: int) -> None:
    batch = small("rainbow")
    before = contents(batch)
    with pytest.raises(BadAction, match="slot 0: "):
        batch.step([number, *batch.sample()[1:]])
    assert same(contents(batch), before)


def test_a_number_beyond_64_bits_does_not_wrap_to_a_legal_one() -> None:
    batch = small("rainbow")
    actions = batch.sample().astype(np.uint64)
    actions[1] = 2**64 - 2**32
    with pytest.raises(BadAction, match="slot 1: "):
        batch.step(actions)


@pytest.mark.parametrize(
    "actions", [[0, 0, 0], [[0], [0], [0], [0]], 0, [0.0] * 4, [True] * 4, ["0"] * 4, [None] * 4]
)
def test_what_is_no_list_of_numbers_is_refused(actions: Any) -> None:
    batch = small("rainbow")
    before = contents(batch)
    with pytest.raises(BadAction, match="expected whole numbers of shape") as refused:
        batch.step(actions)
    assert refused.value.code == "bad-actions"
    assert same(contents(batch), before)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, np.int64])
def test_whole_numbers_of_any_kind_are_actions(kind: type) -> None:
    batch, other = small("rainbow"), small("rainbow")
    batch.step(batch.sample().astype(kind))
    other.step([int(action) for action in other.sample()])
    assert same(contents(batch), contents(other))


@pytest.mark.parametrize("name", SHORT)
def test_the_same_seed_gives_the_same_games_whatever_the_threads(name: str) -> None:
    one, several = small(name, count=7), small(name, count=7, threads=3)
    for _ in range(games(100, 10)):
        assert same(contents(one), contents(several))
        actions = one.sample()
        assert np.array_equal(actions, several.sample())
        one.step(actions)
        several.step(actions)
    several.close()


def test_a_slot_does_not_depend_on_the_others() -> None:
    few, many = small("rainbow", count=2), small("rainbow", count=6)
    for _ in range(games(100, 20)):
        few.step(few.sample())
        many.step([*many.sample()[:2], *[int(np.flatnonzero(mask)[-1]) for mask in many.masks[2:]]])
        for name in ARRAYS:
            assert np.array_equal(getattr(few, name), getattr(many, name)[:2])


def test_another_seed_gives_other_games() -> None:
    one, other = small("rainbow"), small("rainbow", seed=6)
    assert all(one.seed_of(slot) != other.seed_of(slot) for slot in range(4))


def test_reset_begins_again() -> None:
    batch = small("rainbow")
    start, first = contents(batch), batch.sample().copy()
    for _ in range(30):
        batch.step(batch.sample())
    assert not same(contents(batch), start)
    batch.reset()
    assert same(contents(batch), start)
    assert np.array_equal(batch.sample(), first)


def test_the_arrays_stay_the_same_objects() -> None:
    batch = small("rainbow")
    before = {name: getattr(batch, name) for name in ARRAYS}
    batch.step(batch.sample())
    batch.reset()
    assert all(getattr(batch, name) is before[name] for name in ARRAYS)


def test_whoever_writes_to_the_arrays_does_not_change_the_games() -> None:
    batch, other = small("rainbow"), small("rainbow")
    batch.masks[:] = True
    batch.current[:] = 2
    with pytest.raises(BadAction):
        batch.step([80] * 4)
    actions = other.sample()
    batch.step(actions)
    other.step(actions)
    assert same(contents(batch), contents(other))


def test_every_legal_action_is_sampled_equally_often() -> None:
    batch = Batch("rainbow", 4, 1, seed=1)
    legal = np.flatnonzero(batch.masks[0])
    draws = games(400, 100) * len(legal)
    counts = np.bincount([int(batch.sample()[0]) for _ in range(draws)], minlength=87)
    assert counts.sum() == counts[legal].sum()
    expected = draws / len(legal)
    squares = ((counts[legal] - expected) ** 2 / expected).sum()
    freedom = len(legal) - 1
    assert squares < freedom + 5 * np.sqrt(2 * freedom)


def test_a_state_is_a_copy() -> None:
    batch = small("rainbow")
    before = contents(batch)
    state = batch.state(1)
    state.apply_action(state.legal_actions()[0])
    assert same(contents(batch), before)


def test_rainbow_pirates_has_the_options_of_simulations() -> None:
    assert Batch("pirates", 2, 1).state(0).options["lifts"] == 6
    assert Batch("pirates", 2, 1, {"lifts": 9}).state(0).options["lifts"] == 9


@pytest.mark.parametrize(
    ("chosen", "complaint"),
    [
        ({"count": 0}, "count: 0; expected a whole number from 1"),
        ({"count": 2.0}, "count: 2.0"),
        ({"count": True}, "count: True"),
        ({"threads": 0}, "threads: 0"),
        ({"max_actions": 0}, "max_actions: 0"),
        ({"seed": -1}, "seed: -1"),
        ({"players": 7}, "players: 7; expected 2 to 6"),
        ({"options": {"ranks": 9}}, "ranks"),
        ({"game": "whist"}, "game: 'whist'"),
    ],
)
def test_what_cannot_be_is_refused(chosen: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadOptions, match=complaint):
        Batch(**{"game": "rainbow", "players": 2, "count": 1, **chosen})
