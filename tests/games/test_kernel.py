"""Chance, and compiled code against plain Python."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from moonbow.games import kernel
from moonbow.games.kernel import (
    below,
    key_from_hex,
    key_from_number,
    key_to_hex,
    mix,
    new_generator,
    next_word,
    shuffle,
    start,
)
from playing import games

MASK = 2**64 - 1


def test_the_generator_gives_the_published_numbers_of_xoshiro256starstar() -> None:
    """The reference program of Blackman and Vigna, started from 1, 2, 3, 4."""
    generator = np.array([1, 2, 3, 4], np.uint64)
    assert [int(next_word(generator)) for _ in range(8)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
    ]


def test_mix_is_the_finalizer_of_splitmix64() -> None:
    """The first number of splitmix64 started from 1234567."""
    assert int(mix(np.uint64((1234567 + 0x9E3779B97F4A7C15) & MASK))) == 6457827717110365317


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 60, 1000])
def test_below_stays_below_and_reaches_everything(bound: int) -> None:
    generator = new_generator(1)
    drawn = {int(below(generator, bound)) for _ in range(20_000)}
    assert drawn == set(range(bound))


def test_below_favors_no_number() -> None:
    generator = new_generator(2)
    samples = games(600_000, 6_000)
    counts = Counter(int(below(generator, 6)) for _ in range(samples))
    chi_square = sum((count - samples / 6) ** 2 / (samples / 6) for count in counts.values())
    assert chi_square < 25.7  # exceeded by chance once in 10,000 times with 5 degrees of freedom


def test_below_draws_again_where_a_number_would_be_favored() -> None:
    """With 3 * 2**29 as the bound, the plain product would reach some numbers twice as often."""
    bound = 3 * 2**29
    generator = new_generator(3)
    samples = games(60_000, 6_000)
    counts = Counter(int(below(generator, bound)) % 3 for _ in range(samples))
    assert all(abs(count - samples / 3) < 5 * (samples * 2 / 9) ** 0.5 for count in counts.values())


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    generator = new_generator(4)
    samples = games(120_000, 6_000)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(samples):
        cards = np.arange(4, dtype=np.int8)
        shuffle(cards, 4, 4, generator)
        counts[tuple(cards.tolist())] += 1
    assert len(counts) == 24
    chi_square = sum((count - samples / 24) ** 2 / (samples / 24) for count in counts.values())
    assert chi_square < 55.0  # exceeded by chance once in 5,000 times with 23 degrees of freedom


def test_neighboring_keys_purposes_and_numbers_give_unrelated_first_numbers() -> None:
    first: Counter[int] = Counter()
    for word in range(4):
        for value in range(50):
            for purpose in range(2):
                for number in range(5):
                    key, generator = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
                    key[word] = value
                    start(generator, key, purpose, number)
                    first[int(next_word(generator)) >> 56] += 1
    assert len(first) == 256
    assert max(first.values()) < 25  # 2,000 numbers into 256 drawers: 7.8 in each


def test_a_key_is_written_and_read_as_64_digits() -> None:
    number = 0x0123456789ABCDEF << 128 | 7
    text = f"{number:064x}"
    assert key_to_hex(key_from_number(number)) == text
    read = key_from_hex(text)
    assert read is not None
    assert read.tolist() == [0, 0x0123456789ABCDEF, 0, 7]


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, 0, None])
def test_a_key_in_any_other_form_is_refused(text: object) -> None:
    assert key_from_hex(text) is None


# Where compiled code is kept


@pytest.fixture
def no_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Nothing in the environment says where; the home and Python's folder are new ones."""
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "python"))
    return tmp_path


def test_compiled_code_is_kept_in_the_users_cache(no_place: Path) -> None:
    for kept in ("rules", "kernels"):
        digest = kernel.sources_digest(kept)[:16]
        assert kernel.cache_folder(kept) == no_place / "home/.cache/moonbow" / f"{kept}-{digest}"


def test_code_with_checks_of_bounds_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    before = kernel.sources_digest("rules")
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert kernel.sources_digest("rules") != before


def test_compiled_code_is_kept_where_the_environment_says(
    no_place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(no_place / "told"))
    assert [*kernel.caches_folders()] == [no_place / "told"]


def test_without_a_home_compiled_code_is_kept_beside_python(
    no_place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", nobody)
    folder = kernel.cache_folder("kernels")
    assert folder is not None
    assert folder.parent == no_place / "python/moonbow"


def test_where_no_folder_can_be_made_nothing_is_kept(
    no_place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (no_place / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(no_place / "file" / "below"))
    assert kernel.cache_folder("kernels") is None


def test_a_folder_that_may_not_be_written_is_passed_over(
    no_place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _mode: "home" not in str(path))
    folder = kernel.cache_folder("kernels")
    assert folder is not None
    assert folder.parent == no_place / "python/moonbow"


# Compiled and plain


def simulated(**environment: str) -> dict[str, object]:
    """What a fresh process simulates, without the times."""
    code = (
        "import json; from moonbow import game; from moonbow.lab.simulate import simulate;"
        "found = [simulate(game('rainbow'), n, 12, seed=5).as_dict() for n in range(2, 7)];"
        "print(json.dumps([{k: v for k, v in one.items() if 'second' not in k} for one in found]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return {"rows": json.loads(done.stdout)}


def test_compiled_and_plain_python_play_the_same_games() -> None:
    assert simulated(NUMBA_DISABLE_JIT="0") == simulated(NUMBA_DISABLE_JIT="1")


def test_without_numba_the_rules_run_as_plain_python() -> None:
    code = (
        "import sys; sys.modules['numba'] = None;"
        "from moonbow.games import kernel; from moonbow.games.game import game;"
        "state = game('rainbow').deal(4, seed=1); state.apply_action(state.legal_actions()[0]);"
        "print(kernel.COMPILED, len(state.position()['trick']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "1"]
