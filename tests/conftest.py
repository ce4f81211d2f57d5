"""What holds for the whole suite."""

import os
import signal
from typing import Any, NoReturn

import pytest

pytest_plugins = ["browser_kit"]

# A process started in the background may come with Ctrl-C ignored, and hands that on to all it
# starts; the programs that tests interrupt are to get it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def in_its_own_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that would begin anew, since nothing is compiled, ends the test, not the suite.

    Processes that tests fork become other programs as ever.
    """
    own, execute = os.getpid(), os.execve

    def execute_elsewhere(*program: Any) -> NoReturn:
        if os.getpid() == own:
            pytest.fail("the command takes the place of the tests; run `moonbow warm` first")
        execute(*program)

    monkeypatch.setattr(os, "execve", execute_elsewhere)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests recorded, such as how often each rare branch of the rules ran."""
    for report in terminalreporter.getreports("passed"):
        if report.user_properties:
            terminalreporter.section(report.nodeid)
        for name, value in report.user_properties:
            terminalreporter.line(f"{value:9} {name}")
