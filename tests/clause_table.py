"""Which test proves which clause: `make rules` prints it."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rich import print as show
from rich.table import Table

from moonbow.clauses import clauses
from moonbow.games.game import GAMES

TESTS = Path(__file__).parent


def marks_in(path: Path) -> Iterator[tuple[str, str]]:
    """Clause and test of each `@pytest.mark.rule(...)` in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for argument in mark.args:
                        yield ast.literal_eval(argument), node.name


def marked_tests() -> dict[str, list[str]]:
    """The tests that name a clause, by its id."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for clause, test in marks_in(path):
            found[clause].append(test)
    return dict(found)


def sentence(test: str) -> str:
    """A test's name as the sentence it is."""
    return test.removeprefix("test_").replace("_", " ")


def main() -> None:
    """Prints every clause with its tests, and what is missing."""
    marked = marked_tests()
    for game in GAMES:
        known = clauses(game)
        table = Table("clause", "tests", "the first of them", title=game)
        for clause in known:
            tests = marked.get(clause, [])
            table.add_row(clause, str(len(tests)), sentence(tests[0]) if tests else "[red]none")
        show(table)
        tested = sum(clause in marked for clause in known)
        show(f"{game}: {tested} of {len(known)} clauses have a test")


if __name__ == "__main__":
    main()
