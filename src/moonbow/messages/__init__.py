"""What people read, in each language: one catalog a language, the same keys in all."""

import json
import os
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "de")


@cache
def texts(language: str) -> dict[str, str]:
    """The catalog of a language: texts by key, with {names} for what is filled in."""
    found: dict[str, str] = json.loads(
        (Path(__file__).parent / f"{language}.json").read_text(encoding="utf-8")
    )
    return found


class Catalog:
    """Texts in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = texts(language)

    def __call__(self, key: str, /, **filled: object) -> str:
        """The text of a key with its names filled in."""
        return self._texts[key].format(**filled)

    def count(self, key: str, number: int, /, **filled: object) -> str:
        """The text of `key.one` or `key.many`."""
        return self(f"{key}.{'one' if number == 1 else 'many'}", number=number, **filled)


def system_language() -> str:
    """German where the system is set to German, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(name)
        if setting:
            return "de" if setting.lower().startswith("de") else "en"
    return "en"
