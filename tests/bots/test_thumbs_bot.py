"""The bot that plays by rules of thumb, and how carefully."""

import pytest

from moonbow.bots.bot import Budget
from moonbow.bots.names import LEVELS, new_bot
from moonbow.bots.thumbs_bot import ThumbsBot, weights_of
from moonbow.games.errors import BadOptions
from moonbow.games.game import GAMES, game
from moonbow.games.kernel import new_generator
from playing import games, views_to_decide

BUDGET = Budget(iterations=1)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("name", GAMES)
def test_rules_of_thumb_say_the_same_of_a_view_and_of_any_deal_it_allows(
    name: str, players: int
) -> None:
    """They read nothing that the player may not know."""
    generator = new_generator(3)
    for view in views_to_decide(name, players, games(60, 6)):
        legal = view.legal_actions()
        seen = weights_of(view, legal)
        for _ in range(3):
            assert weights_of(view.resample(generator), legal) == seen


@pytest.mark.parametrize("name", GAMES)
def test_it_takes_the_best_by_the_rules_of_thumb(name: str) -> None:
    for view in views_to_decide(name, 3, games(100, 10)):
        legal = view.legal_actions()
        values = weights_of(view, legal)
        chosen = ThumbsBot(1).choose(view, legal, BUDGET)
        assert values[legal.index(chosen)] == max(values)


@pytest.mark.parametrize("name", GAMES)
def test_who_overlooks_throws_nothing_away(name: str) -> None:
    worse = 0
    for number, view in enumerate(views_to_decide(name, 3, games(200, 100))):
        legal = view.legal_actions()
        values = weights_of(view, legal)
        bot = ThumbsBot(number, overlooks=0.6, careless=1.5)
        value = values[legal.index(bot.choose(view, legal, BUDGET))]
        assert value >= max(values) - 1.5
        worse += value < max(values)
    assert worse > 0


def test_of_equal_actions_any_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moonbow.bots.thumbs_bot.weights_of", lambda *_: [1.0, 2.0, 2.0, 2.0])
    view = game("rainbow").deal(4).view(0)
    taken = {ThumbsBot(seed).choose(view, [4, 5, 6, 7], BUDGET) for seed in range(40)}
    assert taken == {5, 6, 7}


@pytest.mark.parametrize("level", LEVELS)
def test_levels_have_their_names(level: str) -> None:
    assert new_bot(level, 0).name == level


def test_a_number_says_how_far_a_search_goes() -> None:
    assert new_bot("storm:7", 0).name == "storm:7"
    for bad in ("storm:", "storm:x", "storm:-1", "random:3", ":3", "nobody"):
        with pytest.raises(BadOptions, match="expected drizzle, shower, storm, moonbow"):
            new_bot(bad, 0)
