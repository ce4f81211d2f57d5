"""What the docs say is true: their commands run, their examples work, nothing is left out."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

import moonbow
from moonbow.cli import app, run
from moonbow.games.game import GAMES
from moonbow.table import record

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])
RULES = sorted(ROOT.glob("docs/rules/*.md"))


def read(path: Path) -> str:
    """The text of a page."""
    return path.read_text(encoding="utf-8")


def blocks(path: Path, kind: str) -> Iterator[str]:
    """The code blocks of a kind on a page."""
    yield from re.findall(rf"^```{kind}\n(.*?)^```$", read(path), re.MULTILINE | re.DOTALL)


def console_examples() -> list[tuple[str, str, str]]:
    """Page, command and shown output of each command on the rules pages."""
    found = []
    for page in RULES:
        for block in blocks(page, "console"):
            command, _, output = block.partition("\n")
            found.append((page.name, command.removeprefix("$ "), output))
    return found


@pytest.mark.parametrize(("page", "command", "output"), console_examples())
def test_a_worked_example_prints_what_the_page_shows(
    page: str, command: str, output: str, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "moonbow"
    assert run(arguments) == 0, page
    printed = capsys.readouterr().out
    if arguments[0] == "advance":
        shown = json.loads(output)
        position = json.loads(printed)
        assert {key: position[key] for key in shown} == shown
    else:
        assert printed == output


def test_both_languages_show_the_same_examples() -> None:
    for game in GAMES:
        english = list(blocks(ROOT / "docs" / "rules" / f"{game}.md", "console"))
        assert list(blocks(ROOT / "docs" / "rules" / f"{game}.de.md", "console")) == english
        assert len(english) >= 14


def test_every_example_position_is_shown_on_a_page() -> None:
    shown = {word for _, command, _ in console_examples() for word in command.split()}
    for path in ROOT.glob("docs/rules/examples/*/*.json"):
        assert str(path.relative_to(ROOT)) in shown


def test_the_position_on_the_page_of_formats_is_one() -> None:
    shown = [json.loads(block) for block in blocks(ROOT / "docs" / "formats.md", "json")]
    positions = [entry for entry in shown if "hands" in entry]
    assert positions
    for position in positions:
        assert GAMES[position["game"]].position(position).legal_actions()


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/*.py")), ids=lambda path: path.name)
def test_an_example_program_runs(path: Path) -> None:
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout


def test_the_commands_on_the_page_of_how_tos_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With fewer games, and rows in a place of their own."""
    monkeypatch.chdir(ROOT)
    lines = "".join(blocks(ROOT / "docs" / "how-to.md", "sh"))
    lines = re.sub("--games [0-9]+", "--games 20", lines)
    lines = lines.replace("--precision 0.5%", "--games 40 --moments 0 --deals 0")
    lines = re.sub("--(rows|out) ([a-z]+)", rf"--\1 {tmp_path}/\2", lines)
    for line in lines.splitlines():
        assert run(shlex.split(line)[1:]) == 0
        assert capsys.readouterr().out


def test_the_page_of_how_tos_quotes_the_example_programs() -> None:
    programs = [read(path) for path in sorted(ROOT.glob("examples/*.py"))]
    assert sorted(blocks(ROOT / "docs" / "how-to.md", "python")) == sorted(programs)


def test_the_program_in_the_readme_runs() -> None:
    for code in blocks(ROOT / "README.md", "python"):
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", read(page)):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_command_is_in_the_readme() -> None:
    group = typer.main.get_command(app)
    for name in group.commands:  # type: ignore[attr-defined]
        assert f"moonbow {name}" in read(ROOT / "README.md"), name


def test_every_make_target_is_explained() -> None:
    makefile = read(ROOT / "Makefile")
    targets = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split()
    for target in targets:
        assert f"# make {target} " in makefile
        assert f"make {target}" in read(ROOT / "README.md") + read(ROOT / "CONTRIBUTING.md")


def test_every_field_of_the_record_is_in_the_table_of_arrays() -> None:
    page = read(ROOT / "ARCHITECTURE.md")
    for name, game in GAMES.items():
        for field in game.rules.State.names:
            assert f"| `{field}` |" in page, (name, field)
        assert f"{game.rules.State.itemsize} bytes" in page


def test_the_table_of_arrays_has_no_field_too_many() -> None:
    table = re.findall(
        r"^\| `(\w+)` \| [^|]*\b[iu]\d", read(ROOT / "ARCHITECTURE.md"), re.MULTILINE
    )
    assert set(table) == {field for game in GAMES.values() for field in game.rules.State.names}


def test_every_option_and_every_key_of_a_position_is_documented() -> None:
    page = read(ROOT / "docs" / "formats.md")
    for game in GAMES.values():
        for name in (*game.text.OPTIONS, *game.text.KEYS):
            assert f"| `{name}` |" in page, name


def test_every_key_of_a_record_is_documented() -> None:
    page = read(ROOT / "docs" / "formats.md")
    for key in (*record.KEYS, "seed", "fairness"):
        assert f"`{key}`" in page, key


def test_every_source_file_of_the_rules_is_in_the_house() -> None:
    page = read(ROOT / "ARCHITECTURE.md")
    for path in (ROOT / "src" / "moonbow" / "games").glob("[a-z]*.py"):
        assert re.search(rf"\b{path.name}\s", page), path.name
    for path in (ROOT / "src" / "moonbow").iterdir():
        if path.is_dir() and not path.name.startswith("_"):
            assert f"  {path.name}/ " in page, path.name


def test_the_changes_name_this_version() -> None:
    assert f"## {moonbow.__version__}" in read(ROOT / "CHANGELOG.md")


def test_the_readme_fits_one_screen() -> None:
    assert len(read(ROOT / "README.md").splitlines()) <= 60


def test_the_readme_says_whose_the_games_are() -> None:
    page = read(ROOT / "README.md")
    assert "Mito Sazuki" in page
    assert "ships none of their artwork or text" in page
