"""Networks: what they make of a view, their files, and the bot that plays by one."""

import io
import json
import math
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from moonbow.bots.bot import Budget
from moonbow.bots.names import check_bots, new_bot
from moonbow.bots.network import (
    BadNetwork,
    Network,
    NetworkBot,
    Weights,
    points_of,
    read_network,
    shapes,
)
from moonbow.bots.thumbs_bot import weights_of
from moonbow.cli import run
from moonbow.games.errors import BadOptions
from moonbow.games.game import GAMES, State, game
from moonbow.lab.ladder import hold_tournament
from playing import games, views_to_decide

BUDGET = Budget(iterations=1)
WIDTH = 8


def network(name: str = "rainbow", players: int = 3, seed: int = 0) -> Network:
    """A network of small numbers by chance."""
    chance = np.random.Generator(np.random.PCG64(seed))
    wanted = shapes(game(name), players, WIDTH)
    numbers = {
        each: chance.normal(0, 0.3, shape).astype(np.float32) for each, shape in wanted.items()
    }
    return Network(game(name), players, Weights(**numbers), {"hours": 0.5})


def rules_of_thumb(name: str, players: int) -> Network:
    """A network that counts every point of the rules of thumb once, and knows nothing else."""
    wanted = shapes(game(name), players, WIDTH)
    numbers = {each: np.zeros(shape, np.float32) for each, shape in wanted.items()}
    numbers["thumb_bias"][:] = 1
    return Network(game(name), players, Weights(**numbers), {})


# What it makes of a view


def by_hand(found: Network, view: State, action: int, points: list[float]) -> float:
    """The value of an action, a sum at a time."""
    own = found.weights

    def layer(inputs: list[float], weights: Any, bias: Any) -> list[float]:
        return [
            float(bias[out]) + sum(x * float(weights[place, out]) for place, x in enumerate(inputs))
            for out in range(len(bias))
        ]

    first = [max(0.0, x) for x in layer(view.encode().tolist(), own.outer, own.outer_bias)]
    body = [max(0.0, x) for x in layer(first, own.inner, own.inner_bias)]
    known_by = layer(body, own.rank, own.rank_bias)
    counted = layer(body, own.thumb, own.thumb_bias)
    value = float(own.action_bias[action])
    value += sum(x * float(y) for x, y in zip(known_by, own.action[action], strict=True))
    return value + sum(x * y for x, y in zip(counted, points, strict=True))


def test_a_value_is_what_the_layers_say() -> None:
    found = network()
    for view in views_to_decide("rainbow", 3, games(10, 4), most=40):
        legal = view.legal_actions()
        points = points_of(view, legal)
        expected = [
            by_hand(found, view, action, points[place].tolist())
            for place, action in enumerate(legal)
        ]
        assert found.values(view, legal) == pytest.approx(expected, abs=1e-4)


def test_chances_are_told_by_player() -> None:
    """The seats of a network count from the player who looks."""
    found = rules_of_thumb("rainbow", 3)
    found.weights.seat_bias[:] = np.log([0.5, 0.3, 0.2])
    state = game("rainbow").deal(3, seed=1)
    assert found.chances(state.view(0)) == pytest.approx([0.5, 0.3, 0.2])
    assert found.chances(state.view(1)) == pytest.approx([0.2, 0.5, 0.3])
    assert found.chances(state.view(2)) == pytest.approx([0.3, 0.2, 0.5])


# The bot


@pytest.mark.parametrize("name", GAMES)
def test_it_takes_the_best_by_the_rules_of_thumb_where_it_knows_nothing_else(name: str) -> None:
    bot = NetworkBot(1, rules_of_thumb(name, 3))
    for view in views_to_decide(name, 3, games(60, 6), most=40):
        legal = view.legal_actions()
        values = weights_of(view, legal)
        chosen = bot.choose(view, legal, BUDGET)
        assert values[legal.index(chosen)] == pytest.approx(max(values), abs=1e-5)


def test_shares_are_the_softmax_of_values() -> None:
    bot = NetworkBot(1, rules_of_thumb("rainbow", 3))
    for view in views_to_decide("rainbow", 3, games(20, 5), most=40):
        legal = view.legal_actions()
        grown = [math.exp(value) for value in weights_of(view, legal)]
        shares = bot.evaluate(view, legal, BUDGET)
        assert list(shares) == legal
        assert list(shares.values()) == pytest.approx([each / sum(grown) for each in grown])


def test_of_equal_actions_the_seed_takes_one() -> None:
    equal = rules_of_thumb("rainbow", 3)
    equal.weights.thumb_bias[:] = 0
    (view,) = views_to_decide("rainbow", 3, 1, most=40)
    legal = view.legal_actions()
    chosen = [NetworkBot(seed, equal).choose(view, legal, BUDGET) for seed in range(300)]
    assert set(chosen) == set(legal)
    assert chosen == [NetworkBot(seed, equal).choose(view, legal, BUDGET) for seed in range(300)]


@pytest.mark.parametrize("name", GAMES)
def test_a_network_plays_whole_games_from_its_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    rules_of_thumb(name, 2).write(path)
    options = {"rainbow": {"hand_size": 3}, "rainbow7": {"tokens_to_end": 1}}.get(name)
    if name != "pirates" or games(1, 0):
        played = hold_tournament(game(name), [str(path), "thumbs"], 1, 1, options)
        assert (played.games, played.truncated) == (2, 0)


# Files


def test_a_file_gives_back_the_network_in_half_precision(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    found = network("rainbow7", 4)
    found.write(path)
    again = read_network(path)
    assert (again.game.name, again.players, again.made) == ("rainbow7", 4, {"hours": 0.5})
    for name, numbers in found.weights._asdict().items():
        kept = getattr(again.weights, name)
        assert (kept == numbers.astype(np.float16).astype(np.float32)).all()
        assert (kept == getattr(found.as_kept().weights, name)).all()


def test_numbers_beyond_half_precision_become_its_ends() -> None:
    found = network()
    found.weights.seat_bias[0] = 1e9
    assert found.as_kept().weights.seat_bias[0] == 65504


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    network(seed=1).write(path)
    first = new_bot(str(path), 0)
    network(seed=2).write(path)
    second = new_bot(str(path), 0)
    assert isinstance(first, NetworkBot)
    assert isinstance(second, NetworkBot)
    assert (first.network.weights.outer != second.network.weights.outer).any()


@pytest.mark.parametrize("name", GAMES)
def test_a_usual_network_takes_less_than_a_megabyte(name: str) -> None:
    wanted = shapes(game(name), 4, 128)
    assert sum(2 * math.prod(shape) for shape in wanted.values()) < 1_000_000


def arrays_of(path: Path) -> dict[str, Any]:
    """The arrays of a file."""
    with np.load(path) as found:
        return {name: found[name] for name in found.files}


def told(path: Path, **changed: Any) -> dict[str, Any]:
    """The arrays of a file with something else told about the network."""
    arrays = arrays_of(path)
    about = {**json.loads(arrays["about"].tobytes()), **changed}
    return {**arrays, "about": np.frombuffer(json.dumps(about).encode(), np.uint8)}


BAD_ARRAYS: list[tuple[Callable[[Path], dict[str, Any]], str]] = [
    (lambda path: {**arrays_of(path), "rank": np.zeros((3, 3), np.float16)}, "rank: float16 of"),
    (lambda path: {**arrays_of(path), "rank": np.zeros((8, 32))}, "rank: float64 of"),
    (lambda path: {**arrays_of(path), "seat_bias": np.full(3, np.nan, np.float16)}, "not finite"),
    (lambda path: {**arrays_of(path), "more": np.zeros(1)}, "'more': unknown"),
    (lambda path: {"rank": np.zeros(1)}, "about: missing"),
    (lambda path: {**arrays_of(path), "about": np.zeros(3, np.uint8)}, "not JSON"),
    (lambda path: {name: each for name, each in arrays_of(path).items() if name != "seat"},
     "seat: missing"),
    (lambda path: told(path, moonbow_network=2), "moonbow_network: 2; expected 1"),
    (lambda path: told(path, game="chess"), "game: 'chess'; expected rainbow, rainbow7, pirates"),
    (lambda path: told(path, game=[]), r"game: \[\]"),
    (lambda path: told(path, rules=0), "rules: 0; expected 1"),
    (lambda path: told(path, players=7), "players: 7; expected 2 to 6"),
    (lambda path: told(path, players=True), "players: True"),
    (lambda path: told(path, width=10**9), "width: 1000000000; expected 1 to 1024"),
    (lambda path: told(path, width=9), r"outer: float16 of shape \(188, 8\); expected .*188, 9"),
    (lambda path: told(path, made=1), "made: 1; expected an object"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), BAD_ARRAYS, ids=[each for _, each in BAD_ARRAYS])
def test_a_file_with_something_else_in_it_is_refused(
    tmp_path: Path, change: Callable[[Path], dict[str, Any]], message: str
) -> None:
    path = tmp_path / "mine.npz"
    network().write(path)
    np.savez(path, **change(path))
    with pytest.raises(BadNetwork, match=message) as refused:
        new_bot(str(path), 0)
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)


def test_a_file_that_is_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    whole = network().tobytes()
    for length in range(0, len(whole), len(whole) // games(60, 12)):
        path.write_bytes(whole[:length])
        with pytest.raises(BadNetwork, match="cut off, or no network"):
            read_network(path)


def test_a_file_with_a_flaw_is_refused_or_reads_as_something_else(tmp_path: Path) -> None:
    """Whatever byte is changed, nothing but a refusal comes of it."""
    path = tmp_path / "mine.npz"
    whole = network().tobytes()
    refused = 0
    for place in range(0, len(whole), len(whole) // games(400, 40)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            read_network(path)
        except BadNetwork:
            refused += 1
    assert refused > games(300, 30)


def test_python_objects_in_a_file_are_never_loaded(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    np.savez(path, about=np.array([{}], dtype=object), allow_pickle=True)
    with pytest.raises(BadNetwork, match="no network"):
        read_network(path)


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("about.npy", bytes(65 * 1024 * 1024))
    assert path.stat().st_size < 100_000
    with pytest.raises(BadNetwork, match="unpacks to more than"):
        read_network(path)


def test_what_is_no_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.npz"
    arguments = ["tournament", "rainbow", "--games=1", "--bots"]
    assert run([*arguments, f"{path},random"]) == 2
    assert (
        capsys.readouterr().err == f"moonbow: {path}: cannot be read: No such file or directory\n"
    )
    path.mkdir()
    assert run([*arguments, f"{path},random"]) == 2
    assert capsys.readouterr().err == f"moonbow: {path}: cannot be read: Is a directory\n"


# Other games


@pytest.mark.parametrize(("name", "players"), [("rainbow7", 3), ("rainbow", 2)])
def test_a_network_for_other_games_is_refused_before_anything_is_played(
    tmp_path: Path, name: str, players: int
) -> None:
    path = tmp_path / "mine.npz"
    network("rainbow", 3).write(path)
    expected = f"plays rainbow with 3 players; expected {name} with {players}"
    with pytest.raises(BadOptions, match=expected):
        hold_tournament(game(name), [str(path)] * players, 1)
    with pytest.raises(BadOptions, match=expected):
        check_bots([str(path)], game(name), players)
    state = game(name).deal(players)
    view = state.view(state.current_player)
    bot = new_bot(str(path), 0)
    with pytest.raises(BadOptions, match=expected):
        bot.choose(view, view.legal_actions(), BUDGET)


def test_a_network_for_other_games_is_refused_at_the_terminal_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.npz"
    network("rainbow", 3).write(path)
    assert run(["play", "rainbow", "--players=2", f"--bots={path}"]) == 2
    assert "plays rainbow with 3 players; expected rainbow with 2" in capsys.readouterr().err


def test_bytes_in_memory_are_a_file_too() -> None:
    data = network().tobytes()
    assert set(np.load(io.BytesIO(data)).files) == {"about", *Weights._fields}
