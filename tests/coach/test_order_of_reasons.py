"""Reasons against the other action come last: "it" in the one before is the better action."""

import pytest

from moonbow.bots.bot import Budget
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.coach.reasons import OF_THE_OTHER, reasons
from moonbow.games.game import GAMES
from moonbow.messages import texts
from playing import games


@pytest.mark.parametrize("name", ["rainbow7", "pirates"])
def test_what_speaks_against_the_other_comes_after_what_speaks_for_the_best(name: str) -> None:
    both = 0
    for seed in range(games(12, 3)):
        state = GAMES[name].deal(3, GAMES[name].simulated(), seed=seed)
        bot = ThumbsBot(seed, overlooks=0.2)
        for _ in range(games(150, 40)):
            if state.is_over:
                break
            view, legal = state.view(state.current_player), state.legal_actions()
            best = ThumbsBot(seed).choose(view, legal, Budget())
            for other in [each for each in legal if each != best][-8:]:
                found = [each.name in OF_THE_OTHER for each in reasons(view, best, other)]
                assert found == sorted(found)
                both += len(set(found)) == 2
            state.apply_action(bot.choose(view, legal, Budget()))
    assert both


def test_each_of_them_has_its_words() -> None:
    named = {key.split(".")[2] for key in texts("en") if key.count(".") > 1 and key[:4] == "why."}
    assert set(OF_THE_OTHER) <= named
