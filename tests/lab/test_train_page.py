"""The section on trained bots is true: its commands run, its table has every option."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from moonbow.cli import app, run

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## A trained bot\n")[2].partition("\n## ")[0]


def test_the_commands_of_the_section_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With fewer games and a small network, in a place of their own."""
    monkeypatch.chdir(tmp_path)
    lines = "".join(re.findall(r"^```sh\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL))
    lines = re.sub("--iterations [0-9]+", "--iterations 1 --games 2 --deals 1 --width 4", lines)
    lines = re.sub("--games [0-9]{2,}", "--games 1", lines)
    commands = [line for line in lines.splitlines() if line.startswith("moonbow")]
    assert len(commands) == 2
    for command in commands:
        assert run(shlex.split(command)[1:]) == 0
        assert capsys.readouterr().out


def test_every_option_of_the_command_is_explained() -> None:
    command = typer.main.get_command(app).commands["train"]  # type: ignore[attr-defined]
    for parameter in command.params:
        if parameter.opts[0].startswith("--") and parameter.name not in ("help", "as_json"):
            assert f"`{parameter.opts[0]}`" in SECTION or f"{parameter.opts[0]} " in SECTION
