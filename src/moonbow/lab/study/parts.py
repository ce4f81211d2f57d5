"""What a study has played, in the files of its folder; what is there is not played again."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from itertools import chain, tee
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from moonbow.lab.folders import BadFolder, refusing
from moonbow.lab.study.sums import Sums
from moonbow.lab.workers import results
from moonbow.table.files import write_whole

GAMES, PARTS = "games", "parts"
"""The folders for rows of games and for the numbers of pieces of work."""


DIGEST = "digest"
"""What a file of numbers has beside them, so that it is known if they are as they were."""


@dataclass(frozen=True)
class Part:
    """What came of a piece of work: numbers, and rows of games, by the name of their file."""

    numbers: Sums
    rows: dict[str, bytes] = field(default_factory=dict)


def kept_results(
    folder: Path,
    stage: str,
    work: Callable[[int], Part],
    numbers: Iterable[int],
    jobs: int,
    ray: str | None,
) -> Generator[Sums]:
    """The numbers of every piece of work, in order: from the folder, or else done and kept.

    A part is there once its numbers are, which are written whole, and last. From the first that
    is missing on, all are done. Raises BadFolder, and whatever `results` raises.
    """
    coming = iter(numbers)
    for number in coming:
        found = read_part(part_path(folder, stage, number))
        if found is None:
            todo, given = tee(chain([number], coming))
            break
        yield found
    else:
        return
    with closing(results(work, todo, jobs, ray)) as done:
        for part, number in zip(done, given, strict=False):
            for name, data in part.rows.items():
                place = folder / GAMES / name
                refusing(place, write_whole, place, data)
            write_part(part_path(folder, stage, number), part.numbers)
            yield part.numbers


def make_folders(folder: Path) -> None:
    """Makes the folders for what is kept. Raises BadFolder."""
    for name in (GAMES, PARTS):
        try:
            (folder / name).mkdir(exist_ok=True)
        except OSError as error:
            raise BadFolder("no-folder", f"{folder / name}: {error.strerror}") from error


def part_path(folder: Path, stage: str, number: int) -> Path:
    """The file with the numbers of a piece of work."""
    return folder / PARTS / f"{stage}-{number:05}.npz"


def write_part(path: Path, numbers: Sums) -> None:
    """Writes the numbers of a piece of work, whole or not at all. Raises BadFolder."""
    data = BytesIO()
    kept = {**numbers, DIGEST: digest_of(numbers)}
    np.savez_compressed(data, **kept)  # type: ignore[arg-type]
    refusing(path, write_whole, path, data.getvalue())


def read_part(path: Path) -> Sums | None:
    """The numbers of a piece of work; None where they are not there, or not as they were."""
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as found:
            numbers = {name: found[name] for name in found.files}
        digest = numbers.pop(DIGEST)
        return numbers if np.array_equal(digest, digest_of(numbers)) else None
    except Exception:  # whatever a damaged archive leads to
        return None


def digest_of(numbers: Sums) -> NDArray[np.uint8]:
    """SHA-256 of names, shapes and numbers."""
    digest = sha256()
    for name, each in sorted(numbers.items()):
        digest.update(f"{name} {each.dtype.str} {each.shape} ".encode())
        digest.update(each.tobytes())
    return np.frombuffer(digest.digest(), np.uint8)
