"""The page with the results: each program keeps its own part of it."""

import re
from pathlib import Path

RESULTS = Path(__file__).parent / "RESULTS.md"


def write_part(heading: str, lines: list[str]) -> None:
    """Replaces the part under a heading ("# ..." or "## ..."), or adds it; keeps the others."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    parts = [part for part in re.split(r"^(?=##? )", text, flags=re.MULTILINE) if part]
    part = "\n".join([heading, "", *lines]) + "\n"
    places = [place for place, each in enumerate(parts) if each.startswith(f"{heading}\n")]
    if places:
        parts[places[0]] = part
    else:
        parts.append(part)
    RESULTS.write_text("\n".join(each.strip("\n") + "\n" for each in parts), encoding="utf-8")
