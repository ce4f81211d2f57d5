"""A bot of one's own: it sees a view and the legal actions, and answers with one of them."""

from collections.abc import Sequence

import moonbow
from moonbow.bots.bot import Bot, Budget
from moonbow.bots.random import RandomBot
from moonbow.table.fairness import Seed


class BiggestCombo:
    """Plays the longest text it may, takes the last pile listed."""

    name = "biggest combo"

    def choose(self, view: moonbow.State, legal: Sequence[int], budget: Budget) -> int:
        """The longest action; the last of equals."""
        return max(reversed(legal), key=lambda action: len(view.action_text(action)))


wins = 0.0
for seed in range(200):
    table = moonbow.Table(moonbow.game("rainbow"), players=4, chance=Seed(seed))
    bots: list[Bot] = [BiggestCombo(), *(RandomBot(seed + seat) for seat in range(3))]
    while not table.state.is_over:
        player = table.state.current_player
        view = table.view(player)
        action = bots[player].choose(view, view.legal_actions(), Budget())
        table.play(player, [view.action_text(action)])
    wins += table.state.returns()[0]
print(f"the biggest combo wins {wins / 200:.0%} of 200 games against three random players")
