"""Random games, as the tests play them."""

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from moonbow.bots.bot import Budget
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.games import pirates, pirates_text, rainbow7
from moonbow.games.game import GAMES, Game, State
from moonbow.games.kernel import COMPILED


class Case(NamedTuple):
    """A way to play a game."""

    game: str
    players: int
    options: dict[str, Any]


RAINBOW_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"leader": 1, "open_scores": True, "hand_size": 3},
    {"ranks": 3, "copies": 9},
    {"ranks": 4, "copies": 8},
    {"ranks": 6, "copies": 3},
)
RAINBOW7_OPTIONS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"printed_sevens": True, "tokens_to_end": 3}),
    (2, {"colors": 4, "values": 4, "hand_size": 4, "tokens_to_end": 2}),
    (2, {"colors": 5, "values": 2, "rainbow_cards": 4, "hand_size": 3, "tokens_to_end": 4}),
    (3, {"hand_size": 5}),
    (3, {"colors": 5, "values": 5, "hand_size": 4, "tokens_to_end": 2}),
    (4, {"tokens_to_end": 2}),
    (4, {"colors": 6, "hand_size": 8, "rainbow_cards": 0, "tokens_to_end": 2}),
    (5, {"values": 6, "hand_size": 6, "rainbow_cards": 2, "tokens_to_end": 2}),
    (
        5,
        {
            "printed_sevens": True,
            "effects": ["downpour", "cloud", "shelter", "sunshine", "cloud", "downpour", "cloud"],
            "values": 4,
            "hand_size": 4,
            "tokens_to_end": 2,
        },
    ),
)
SMALL_DECK = {
    **dict.fromkeys("1234567", 3),
    "W": 4,
    **dict.fromkeys(pirates_text.BLACK_TEXTS, 2),
    "P": 2,
}
PIRATES_OPTIONS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"lifts": 2, "deck": SMALL_DECK}),
    (2, {"lifts": 1, "deck": {**SMALL_DECK, "W": 12, "ship": 5}}),
    (3, {"lifts": 0, "deck": SMALL_DECK}),
    (4, {"lifts": 1, "deck": {**SMALL_DECK, "blindbeard": 6, "captain": 6, "P": 6}}),
    (5, {"lifts": 1, "deck": SMALL_DECK}),
)
CASES = [
    *[Case("rainbow", players, options) for players in range(2, 7) for options in RAINBOW_OPTIONS],
    *[Case("rainbow7", players, options) for players, options in RAINBOW7_OPTIONS],
    *[Case("pirates", players, options) for players, options in PIRATES_OPTIONS],
]


def cases_of(game: str) -> list[Case]:
    """The ways to play one game."""
    return [case for case in CASES if case.game == game]


def games(compiled: int, plain: int) -> int:
    """How many random games a test plays: as plain Python a game takes a thousand times longer."""
    return compiled if COMPILED else plain


def hurry_rainbow7(state: State, legal: list[int]) -> list[int]:
    """Announces, sheds many cards and high ones, takes low ones: by chance alone no round ends."""
    if rainbow7.ANNOUNCE in legal:
        return [rainbow7.ANNOUNCE]
    record = state.record
    if record.phase == rainbow7.DISCARD:
        several = [action for action in legal if action >= rainbow7.ALL_RAINBOW]
        highest = max(card % rainbow7.VALUES for card in legal)
        return several or [card for card in legal if card % rainbow7.VALUES == highest]
    if record.phase == rainbow7.SEVENS:
        return legal[1:] or legal
    if record.phase == rainbow7.DRAW:
        return [action for action in legal if low_draw(state, action)] or legal
    return legal


def low_draw(state: State, action: int) -> bool:
    """Whether a draw gives a Rainbow card or a value of 1 or 2, for all to see."""
    pile = action - rainbow7.DRAW_PILE
    if pile < 0:
        return False
    top = int(state.record.piles[pile, state.record.pile_count[pile] - 1])
    return top == rainbow7.RAINBOW or top % rainbow7.VALUES < 2


def hurry_pirates(_: State, legal: list[int]) -> list[int]:
    """Places cards, else draws: by chance alone groups are lifted as often as they are laid."""
    placing = [action for action in legal if action < pirates.LIFT]
    ending = [action for action in legal if action >= pirates.DRAW_FACEUP]
    return placing or ending or legal


HURRIES: dict[str, Callable[[State, list[int]], list[int]]] = {
    "rainbow7": hurry_rainbow7,
    "pirates": hurry_pirates,
}
"""Of the games that chance alone hardly ends: which legal actions bring their end nearer."""


def play_randomly(game: Game, case: Case, seed: int) -> Iterator[tuple[State, int]]:
    """A random game: each state that is not over, and the action that is then applied to it.

    The last state, with the game over, comes with -1. Each state is a copy of its own.
    """
    choices = random.Random(seed)
    state = game.deal(case.players, case.options, seed=seed)
    hurry = HURRIES.get(case.game)
    while legal := state.legal_actions():
        if hurry is not None and choices.random() < 0.75:
            legal = hurry(state, legal)
        action = choices.choice(legal)
        yield state.copy(), action
        state.apply_action(action)
    yield state, -1


LONG = {"rainbow7": 8, "pirates": 8}
"""Games with many actions: heavy tests look at every so many-th state."""


def play_partly(game: Game, case: Case, seed: int, step: int = 1) -> Iterator[tuple[State, int]]:
    """A random game, for tests that do much with each state: only some of them, and the last."""
    step = max(step, LONG.get(case.game, 1))
    for number, (state, action) in enumerate(play_randomly(game, case, seed)):
        if number % step == 0 or action < 0:
            yield state, action


def views_to_decide(name: str, players: int, count: int, most: int = 60) -> list[State]:
    """Views of players with something to decide, from the first `most` actions of games.

    They are played by rules of thumb.
    """
    found: list[State] = []
    seed = 0
    while len(found) < count:
        seed += 1
        state, bot = GAMES[name].deal(players, GAMES[name].simulated(), seed=seed), ThumbsBot(seed)
        for _ in range(most):
            if state.is_over:
                break
            view, legal = state.view(state.current_player), state.legal_actions()
            if len(legal) > 1:
                found.append(view)
            state.apply_action(bot.choose(view, legal, Budget(iterations=1)))
    return found[:count]
