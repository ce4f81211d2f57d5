"""Compiling the rules, the folder that keeps what was compiled, and keyed chance.

Every compiled function of the project goes through `jit`. Where Numba is missing, or
`NUMBA_DISABLE_JIT=1` is set, `jit` hands the function back as it is: the rules then run as plain
Python, with the same results.

All chance comes from xoshiro256** generators, arrays of four `uint64`. A game never keeps one
running: each deal and each other chance event starts its own from the game's key (`start`), so
that what happened in between cannot change it.
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import wraps
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
Record = np.record
"""A state, a view or the options of a game; fields are read as attributes."""

Generator = NDArray[np.uint64]
"""A xoshiro256** generator: its state, four `uint64`."""

PACKAGES = {"rules": ("games",), "kernels": ("games", "bots", "lab", "envs")}
"""The packages that the compiled functions of the rules, and all others, depend on."""


def sources_digest(kept: str) -> str:
    """A digest of all that compiled code depends on: sources, place, versions, processor, checks.

    Numba itself notices a change only in the file of the function it loads, not in the files of
    the functions and constants that one uses.
    """
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(str(package).encode())  # Numba looks compiled code up by path
    for folder in PACKAGES[kept]:
        for source in sorted((package / folder).glob("*.py")):
            digest.update(f"{folder}/{source.name}".encode())
            digest.update(source.read_bytes())
    for distribution in ("numba", "llvmlite", "numpy"):
        digest.update(metadata.version(distribution).encode())
    processor = import_module("llvmlite.binding").get_host_cpu_name()
    checks = os.environ.get("NUMBA_BOUNDSCHECK", "")
    digest.update(f"{sys.version} {processor} {checks}".encode())
    return digest.hexdigest()


def caches_folders() -> Iterator[Path]:
    """Where compiled code may be kept, best first: as told, the user's cache, the environment."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
        return
    with suppress(RuntimeError):  # nobody's home
        local = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
        yield Path(local or Path.home() / ".cache") / "moonbow"
    yield Path(sys.prefix) / "moonbow"


def cache_folder(kept: str) -> Path | None:
    """The folder of the compiled code for these very sources, or None where none can be written."""
    for caches in caches_folders():
        folder = caches / f"{kept}-{sources_digest(kept)[:16]}"
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


try:
    import numba

    COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
except ImportError:
    COMPILED = False

RULES_CACHE = cache_folder("rules") if COMPILED else None
CACHE = cache_folder("kernels") if COMPILED else None
"""Where compiled code is kept, that of the rules and that of what plays by them.

None where nothing is compiled or nothing can be kept. A change of a bot leaves the rules compiled.
"""

if COMPILED:
    from filelock import FileLock
    from numba.core import types
    from numba.core.caching import FunctionCache

    def mangled(record: Any) -> tuple[str, tuple[int]]:
        """What stands for a record type in the names of compiled functions: its fields, digested.

        Numba puts a number there that counts the types of a process. Code compiled by two
        processes for the records of two games could bear one name, and a third process, which
        loads both, would run the one for the other.
        """
        digest = hashlib.sha256(record.name.encode()).digest()
        return "Record", (int.from_bytes(digest[:8], "little"),)

    types.Record.mangling_args = property(mangled)  # type: ignore[assignment,method-assign]

    LOCKS = {folder: FileLock(folder / "lock") for folder in (RULES_CACHE, CACHE) if folder}

    class KeptCode(FunctionCache):
        """The compiled code of one function, to which one process at a time adds.

        Numba reads its index of a function, adds to it and writes it back. Two processes at once
        could choose one file name for different code.
        """

        def __init__(self, function: Function, folder: Path) -> None:
            super().__init__(function)  # type: ignore[no-untyped-call]
            self.lock = LOCKS[folder]

        def save_overload(self, signature: Any, code: Any) -> None:
            """Keeps the code for one signature."""
            with self.lock:
                super().save_overload(signature, code)  # type: ignore[no-untyped-call]


def jit(function: Function) -> Function:
    """Compiles a function for the argument types it is first called with."""
    return compiled(function) if COMPILED else function


def jit_aside(function: Function) -> Function:
    """`jit` for what takes long: other threads of Python go on meanwhile."""
    return compiled(function, nogil=True) if COMPILED else function


def compiled(function: Function, nogil: bool = False) -> Function:
    """A function compiled by Numba, its code kept in our folder and nobody else's moved there."""
    dispatcher: Any = numba.njit(error_model="numpy", nogil=nogil)(function)
    folder = RULES_CACHE if function.__module__.startswith("moonbow.games.") else CACHE
    if folder is not None:
        before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        try:
            dispatcher._cache = KeptCode(function, folder)
        finally:
            numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
    return dispatcher  # type: ignore[no-any-return]


def wrapping(function: Function) -> Function:
    """`jit` for 64-bit arithmetic that is meant to overflow; NumPy would warn of it."""
    if COMPILED:
        return jit(function)

    @wraps(function)
    def quiet(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return quiet  # type: ignore[return-value]


def plain(function: Function) -> Function:
    """A function as plain Python: for a record passed from Python, far faster than compiled."""
    return getattr(function, "py_func", function)


# Records

FULL, SPECTATOR = -2, -1
"""In the field `viewer`, which every game's record has: a full state, a spectator's view."""


def record_type(*fields: tuple[Any, ...]) -> np.dtype[Record]:
    """The type of a record without padding whose fields are read as attributes: `state.hand`.

    Keep the one object: Numba finds a compiled function in a microsecond for arrays of this very
    type object, in several for those of an equal one.
    """
    layout: np.dtype[Record] = np.dtype((Record, list(fields)))  # type: ignore[assignment]
    return layout


def copy_record(source: Record, target: Record) -> None:
    """Makes one record equal to another of the same type."""
    for name in source.dtype.names or ():
        target[name] = source[name]


def encoding_starts(encoding: tuple[tuple[str, int], ...]) -> list[int]:
    """Where each named part of an encoding starts, by the lengths, and where the last ends."""
    return [sum(length for _, length in encoding[:part]) for part in range(len(encoding) + 1)]


if COMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload

    @intrinsic
    def _copy_bytes(_typing: Any, source: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            length = context.get_constant(types.intp, source.size)
            cgutils.raw_memcpy(builder, arguments[1], arguments[0], length, 1)  # type: ignore[no-untyped-call]
            return context.get_dummy_value()

        return types.void(source, target), generate

    @overload(copy_record, strict=False)
    def _copy_record(source: Any, target: Any) -> Any:
        if source != target:
            raise numba.TypingError("copy_record takes two records of one type")
        return lambda source, target: _copy_bytes(source, target)  # type: ignore[call-arg] # noqa: PLW0108


# Chance

_U = np.uint64
_GOLDEN = _U(0x9E3779B97F4A7C15)
_MIX_1 = _U(0xBF58476D1CE4E5B9)
_MIX_2 = _U(0x94D049BB133111EB)
_LOW_32 = _U(0xFFFFFFFF)


@wrapping
def mix(word: np.uint64) -> np.uint64:
    """A one-to-one scrambling of a 64-bit word (the finalizer of splitmix64)."""
    word = (word ^ (word >> _U(30))) * _MIX_1
    word = (word ^ (word >> _U(27))) * _MIX_2
    return word ^ (word >> _U(31))


@wrapping
def start(generator: Generator, key: Generator, purpose: int, number: int) -> None:
    """Sets a generator from a 256-bit key, a purpose and the number of the event.

    The key goes through twice, so that every word of the generator depends on every bit of it.
    """
    word = mix(_U(purpose) * _GOLDEN + _U(number))
    for place in range(4):
        word = mix(word + key[place] + _GOLDEN)
    for place in range(4):
        word = mix(word + key[place] + _GOLDEN)
        generator[place] = word


@wrapping
def next_word(generator: Generator) -> np.uint64:
    """The next 64 random bits (xoshiro256**, Blackman and Vigna 2018)."""
    second = generator[1]
    word = second * _U(5)
    word = ((word << _U(7)) | (word >> _U(57))) * _U(9)
    generator[2] ^= generator[0]
    generator[3] ^= second
    generator[1] ^= generator[2]
    generator[0] ^= generator[3]
    generator[2] ^= second << _U(17)
    last = generator[3]
    generator[3] = (last << _U(45)) | (last >> _U(19))
    return word  # type: ignore[no-any-return]


@jit
def below(generator: Generator, bound: int) -> int:
    """A whole number from 0 to bound - 1, each equally likely; bound is 1 to 2**31.

    Lemire's method (2019): the high half of a product, drawn again in the rare case that would
    favor some numbers.
    """
    bound_word = _U(bound)
    product = (next_word(generator) >> _U(32)) * bound_word
    if (product & _LOW_32) < bound_word:
        unfair = (_LOW_32 - bound_word + _U(1)) % bound_word
        while (product & _LOW_32) < unfair:
            product = (next_word(generator) >> _U(32)) * bound_word
    return np.int64(product >> _U(32))  # type: ignore[return-value]


@jit
def shuffle(cards: NDArray[np.int8], count: int, needed: int, generator: Generator) -> None:
    """Brings `needed` of the first `count` cards to the front, every order equally likely."""
    for place in range(needed):
        other = place + below(generator, count - place)
        cards[place], cards[other] = cards[other], cards[place]


@jit
def shuffled_first(count: int, generator: Generator) -> int:
    """The first of 0 to count - 1, at most 8 of them, shuffled."""
    numbers = np.arange(8).astype(np.int8)
    shuffle(numbers, count, count, generator)
    return int(numbers[0])


# Keys


def key_from_number(number: int) -> Generator:
    """A 256-bit whole number as a key, its most significant word first."""
    words = number.to_bytes(32, "big")
    return np.frombuffer(words, ">u8").astype(np.uint64)


def key_to_hex(key: Generator) -> str:
    """A key as 64 hexadecimal digits."""
    return key.astype(">u8").tobytes().hex()


def key_from_hex(text: object) -> Generator | None:
    """The key written as 64 lower-case hexadecimal digits; None for anything else."""
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
        return None
    return key_from_number(int(text, 16))


def new_generator(number: int) -> Generator:
    """A generator of one's own, outside any game, from a whole number below 2**256."""
    generator = np.zeros(4, np.uint64)
    start(generator, key_from_number(number), 0, 0)
    return generator
