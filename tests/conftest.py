"""What holds for the whole suite."""

import signal

import pytest

pytest_plugins = ["browser_kit"]

# A process started in the background may come with Ctrl-C ignored, and hands that on to all it
# starts; the programs that tests interrupt are to get it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what tests recorded, such as how often each rare branch of the rules ran."""
    for report in terminalreporter.getreports("passed"):
        if report.user_properties:
            terminalreporter.section(report.nodeid)
        for name, value in report.user_properties:
            terminalreporter.line(f"{value:9} {name}")
