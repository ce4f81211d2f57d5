"""What the page on research says is true: its examples run, its tables list every feature."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from moonbow.envs.batch import Batch
from moonbow.envs.openspiel import SPIEL_GAMES
from moonbow.games import pirates_views
from moonbow.games.game import GAMES
from moonbow.games.kernel import COMPILED, encoding_starts

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
EXAMPLES = dict(
    zip(
        ("batch", "pettingzoo", "search", "cfr"),
        re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL),
        strict=True,
    )
)
ROW = re.compile(r"^\| `(\w+)` \| (\d+) \| (\d+) \| [^|]+ \|$", re.MULTILINE)


FEWER = {"count=512": "count=8", "range(300)": "range(60)", "(leader=0)": "(players=3,copies=2)"}
"""What stands for what where the rules run as plain Python."""


def printed(name: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What an example of the page prints."""
    code = EXAMPLES[name]
    if not COMPILED:
        for shown, short in FEWER.items():
            code = code.replace(shown, short)
    exec(compile(code, name, "exec"), {"__name__": name})
    return capsys.readouterr().out.splitlines()


def test_the_example_of_a_batch_runs(capsys: pytest.CaptureFixture[str]) -> None:
    shapes, ended = printed("batch", capsys)
    slots = 512 if COMPILED else 8
    assert shapes == f"({slots}, 188) ({slots}, 87)"
    played, wins = ended.split(" games; won by seat: ")
    assert int(played) > 0
    assert sum(json.loads(wins)) == pytest.approx(int(played), abs=0.2)


def test_the_example_of_pettingzoo_runs(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed("pettingzoo", capsys)
    assert sorted(line.split()[0] for line in lines) == ["player_0", "player_1", "player_2"]


def test_the_example_of_a_search_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = printed("search", capsys)
    assert sum(map(float, line.strip("[]").split(","))) == pytest.approx(0)


def test_in_the_example_of_cfr_exploitability_falls(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = map(float, printed("cfr", capsys))
    assert first > second > 0


def listed(title: str) -> list[tuple[str, int, int]]:
    """The rows of the table under a title: feature, where it starts, how many numbers."""
    _, found, text = PAGE.partition(title)
    assert found, title
    text = text.partition("\n#")[0]
    return [(name, int(start), int(length)) for name, start, length in ROW.findall(text)]


def rows(encoding: Any) -> list[tuple[str, int, int]]:
    """The rows that an encoding must have."""
    starts = encoding_starts(encoding)
    return [
        (name, start, length) for (name, length), start in zip(encoding, starts[:-1], strict=True)
    ]


@pytest.mark.parametrize(
    ("name", "title"),
    [("rainbow", "Rainbow"), ("rainbow7", "Rainbow 7"), ("pirates", "Rainbow Pirates")],
)
def test_every_feature_is_listed_where_it_stands(name: str, title: str) -> None:
    played = GAMES[name]
    expected = rows(played.views.ENCODING)
    if name == "pirates":
        expected += rows(pirates_views.GROUP_ENCODING)
    assert listed(f"### {title}: {played.features} numbers") == expected


def test_the_groups_of_an_island_are_as_many_as_said() -> None:
    groups = dict(pirates_views.ENCODING)["groups"]
    size = encoding_starts(pirates_views.GROUP_ENCODING)[-1]
    assert f"{groups // size} groups of {size} numbers" in PAGE
    assert groups % size == 0


def test_every_array_of_a_batch_is_listed() -> None:
    batch = Batch("rainbow", 2, 3)
    arrays = {name for name in vars(batch) if not name.startswith("_")}
    arrays -= {"game", "players", "count", "threads", "max_actions"}
    assert set(re.findall(r"^\| `(\w+)` \| slots", PAGE, re.MULTILINE)) == arrays


def test_every_game_of_openspiel_is_listed_with_its_parameters() -> None:
    for each in SPIEL_GAMES:
        mode = "explicit" if each.explicit else "sampled"
        parameters = ", ".join(f"`{name}`" for name in each.defaults)
        assert f"| `{each.short_name}` | {mode} | {parameters} |" in PAGE
