"""Who is at the table, in the person's language."""

from collections.abc import Sequence
from dataclasses import dataclass

from moonbow.messages import Catalog


@dataclass(frozen=True)
class Company:
    """The players as the person on one seat speaks of them."""

    names: Sequence[str]
    seat: int
    say: Catalog

    def name(self, player: int) -> str:
        """A player's name; the person is "You"."""
        return self.say("you") if player == self.seat else self.names[player]

    def tell(self, key: str, player: int, /, number: int | None = None, **filled: object) -> str:
        """A sentence about the person ("key.you") or somebody else ("key.other").

        With a number it is the sentence for one or for many.
        """
        about = f"{key}.{'you' if player == self.seat else 'other'}"
        if number is None:
            return self.say(about, name=self.name(player), **filled)
        return self.say.count(about, number, name=self.name(player), **filled)

    def listed(self, players: Sequence[int]) -> str:
        """Several players in a row: "You, Ada and Carl"."""
        names = [self.name(player) for player in players]
        return f"{', '.join(names[:-1])} {self.say('and')} {names[-1]}"

    def outcome(self, returns: Sequence[float]) -> str:
        """Who has won, by each player's share of the win."""
        winners = [player for player, share in enumerate(returns) if share]
        if len(winners) == 1:
            return self.tell("wins", winners[0])
        return self.say("wins.shared", names=self.listed(winners))
