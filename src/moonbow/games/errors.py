"""What is refused, and why: a reason code for programs, one sentence for people."""


class Refused(ValueError):
    """Input that is not accepted; nothing was changed.

    `code` names the reason and stays the same between versions. The message says what was wrong,
    where, and what was expected, in one line.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type["Refused"], tuple[str, str]]:
        """Another process gets it whole."""
        return type(self), (self.code, str(self))


class Broken(Refused):
    """Work that was taken on, and then could not be done."""


class BadOptions(Refused):
    """Options or a number of players that the game does not have."""


class BadAction(Refused):
    """A text that is no action of the game, or an action that is not legal in the position."""


class BadPosition(Refused):
    """A position that cannot be."""


def shown(value: object) -> str:
    """A value from someone else's file as it may be shown: short, on one line, printable."""
    try:
        text = ascii(value)
    except ValueError:  # a number of thousands of digits
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."
