"""Waiting: what is compiled first, and the progress bar."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager


def ensure_warm(language: str = "en") -> None:
    """Compiles the rules with a progress bar, unless that has been done before."""
    from moonbow.lab.warm import is_warm

    if not is_warm():
        compile_all(language)


def compile_all(language: str = "en") -> None:
    """Compiles, or loads, every function behind a progress bar."""
    from moonbow.lab.warm import warm as compile_functions
    from moonbow.messages import Catalog

    with bar(Catalog(language)("compiling"), None) as done:
        compile_functions(lambda _name, number, total: done(number, total))


@contextmanager
def bar(label: str, total: int | None, unit: str = "") -> Iterator[Callable[..., None]]:
    """A progress bar on the terminal's error stream; gone once all is done.

    With a `unit` it tells how many of them are done in a second.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """How many are done in a second."""

        def render(self, task: Task) -> Text:
            """Nothing until it is known."""
            return Text(
                f"{task.speed:,.{1 if task.speed < 10 else 0}f} {unit}/s" if task.speed else ""
            )

    columns = (
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"),
        *([Rate()] if unit else []), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bars:
        task = bars.add_task(label, total=total)

        def done(number: int, of: int | None = total) -> None:
            bars.update(task, completed=number, total=of)

        yield done


@contextmanager
def stages(labels: Mapping[str, str]) -> Iterator[Callable[..., None]]:
    """A progress bar for each stage of long work, one after another; labels by stage."""
    with ExitStack() as shown:
        begun: dict[str, Callable[..., None]] = {}

        def done(stage: str, number: int, /, of: int) -> None:
            if stage not in begun:
                shown.close()
                begun.clear()
                begun[stage] = shown.enter_context(bar(labels[stage], of, stage))
            begun[stage](number, of)

        yield done
