"""Endings of Rainbow that can be counted out, for tests of search and coach."""

from moonbow.bots.bot import Budget
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.games.game import State, game
from moonbow.table.fairness import Seed
from moonbow.table.table import Table

Ending = tuple[State, dict[int, float]]
"""A state, and what every legal action is worth to the player who decides."""


def late_endings(count: int, cards: int) -> list[Ending]:
    """Games of two at Rainbow whose last cards the player who decides can count out.

    Only such where it matters what is played.
    """
    return [(table.state, values) for table, values in late_tables(count, cards)]


def late_tables(count: int, cards: int) -> list[tuple[Table, dict[int, float]]]:
    """The same as tables, with how it came to that."""
    found: list[tuple[Table, dict[int, float]]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        table = Table(game("rainbow"), 2, chance=Seed(seed))
        bots = [ThumbsBot(seed), ThumbsBot(seed + 1)]
        while not table.state.is_over:
            state = table.state
            legal = state.legal_actions()
            left = state.record.hand_count[:2].sum() + state.record.reserve_count.sum()
            if left <= cards and len(legal) > 1:
                values = {action: worth_after(state, action) for action in legal}
                if min(values.values()) < max(values.values()):
                    found.append((table, values))
                break
            player = state.current_player
            chosen = bots[player].choose(state.view(player), legal, Budget())
            table.play(player, [state.action_text(chosen)])
    return found


def worth_after(state: State, action: int) -> float:
    """What an action is worth to the player who takes it."""
    after = state.copy()
    after.apply_action(action)
    return worth(after, state.current_player)


def worth(state: State, player: int) -> float:
    """The share of a win that a player gets when both play as well as can be."""
    if state.is_over:
        return state.returns()[player]
    values = []
    for action in state.legal_actions():
        after = state.copy()
        after.apply_action(action)
        values.append(worth(after, player))
    return max(values) if state.current_player == player else min(values)
