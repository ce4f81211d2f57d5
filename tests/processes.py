"""Processes that others have started, as the system lists them."""

from contextlib import suppress
from pathlib import Path


def is_running(process: str | int) -> bool:
    """Whether a process is there, and no mere entry that nobody has asked for."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    return False


def children(process: str | int) -> list[str]:
    """The processes it has started."""
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()
