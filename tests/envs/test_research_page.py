"""What the pages for research say: their programs run, and their tables are the code's."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from moonbow.games import pirates_views
from moonbow.games.game import GAMES
from moonbow.games.kernel import encoding_starts

DOCS = Path(__file__).parent.parent.parent / "docs"
PROGRAMS = re.findall(r"```python\n(.*?)```", (DOCS / "research.md").read_text(), re.DOTALL)
TABLES = re.findall(r"(?:\n\|[^\n]*)+", (DOCS / "observations.md").read_text())


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_on_the_page_runs(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_the_tables_of_observations_are_those_of_the_code() -> None:
    encodings = [game.views.ENCODING for game in GAMES.values()]
    encodings.append(pirates_views.GROUP_ENCODING)
    assert len(TABLES) == len(encodings)
    for table, encoding in zip(TABLES, encodings, strict=True):
        rows = re.findall(r"\| (\d+) \| (\d+) \| `(\w+)` \| (?=\S)", table)
        starts = encoding_starts(encoding)
        listed = [(int(start), int(length), name) for start, length, name in rows]
        assert listed == [
            (start, length, name) for start, (name, length) in zip(starts, encoding, strict=False)
        ]


def test_the_headings_count_the_numbers() -> None:
    counts = re.findall(r"^## .*: (\d+) numbers$", (DOCS / "observations.md").read_text(), re.M)
    assert [int(count) for count in counts] == [game.features for game in GAMES.values()]
