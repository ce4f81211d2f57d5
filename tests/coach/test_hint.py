"""Hints: what they name, how sure they are, and from what they come."""

import pytest

from endings import late_endings, worth
from moonbow.bots.bot import Budget
from moonbow.bots.search_bot import Considered, Looked, SearchBot
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.coach.hint import hint, margin
from moonbow.coach.reasons import GENERAL
from moonbow.games.game import GAMES, State, game
from moonbow.games.kernel import new_generator
from moonbow.messages import Catalog
from moonbow.terminal.advice import because
from moonbow.terminal.company import Company
from playing import games

ENGLISH = Company(("Ada", "Bob"), 0, Catalog("en"))
FEW = Budget(iterations=games(300, 20))


def middle(name: str, players: int = 3) -> State:
    """A position of a game by rules of thumb in which there is a choice."""
    state = GAMES[name].deal(players, GAMES[name].simulated(), seed=9)
    bot = ThumbsBot(1)
    for _ in range(12):
        view = state.view(state.current_player)
        state.apply_action(bot.choose(view, state.legal_actions(), FEW))
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
    return state


def test_it_names_what_is_best_where_all_can_be_counted_out() -> None:
    for number, (state, values) in enumerate(late_endings(games(10, 2), 5)):
        found = hint(
            state.view(state.current_player), Budget(iterations=games(4_000, 1_500)), number
        )
        assert values[found.best.action] == max(values.values())
        assert found.best.chance == pytest.approx(max(values.values()), abs=0.15)


@pytest.mark.parametrize("name", GAMES)
def test_it_goes_by_what_the_player_may_know(name: str) -> None:
    """Whatever the others hold, the hint is the same."""
    state = middle(name)
    view = state.view(state.current_player)
    other = view.resample(new_generator(5))
    assert other != state
    assert hint(view, FEW) == hint(other.view(other.current_player), FEW)


@pytest.mark.parametrize("name", GAMES)
def test_the_others_are_those_looked_at_most_after_the_best(name: str) -> None:
    view = middle(name).view(middle(name).current_player)
    found = hint(view, FEW)
    looked = SearchBot(0, "hint", 10**9).look(view, FEW).actions
    assert [each.visits for each in looked] == sorted(
        (each.visits for each in looked), reverse=True
    )
    expected = [each.action for each in looked[:4]]
    assert [found.best.action, *(each.action for each in found.others)] == expected
    legal = view.legal_actions()
    named = [found.best, *found.others]
    assert len({each.action for each in named}) == len(named) <= 4
    assert all(each.action in legal and 0 <= each.chance <= 1 for each in named)
    assert all(reason.points > 0 or reason.name in GENERAL for reason in found.reasons)


def test_a_choice_always_has_a_reason_and_a_general_one_where_no_other_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Chances of 30 and 0 in 100 differ beyond doubt, of 50 and 49 not."""
    view = game("rainbow").deal(2, {"hand_size": 5, "leader": 0}, seed=3).view(0)
    first, second = view.legal_actions()[:2]
    monkeypatch.setattr("moonbow.coach.hint.reasons", lambda *_: [])
    for chances, name in (((0.3, 0.0), "later"), ((0.5, 0.49), "alike")):
        actions = [
            Considered(action, 100, (chance, 1 - chance), chance)
            for action, chance in zip((first, second), chances, strict=True)
        ]
        looked = Looked(200, (0.5, 0.5), actions)
        monkeypatch.setattr(SearchBot, "look", lambda *_, looked=looked: looked)
        assert [reason.name for reason in hint(view, FEW).reasons] == [name]
        assert because(hint(view, FEW).reasons, ENGLISH, "rainbow").endswith(".")


def test_what_must_be_played_has_a_chance_too() -> None:
    state = game("rainbow").deal(2, {"hand_size": 2, "leader": 0}, seed=3)
    forced = None
    while not state.is_over:
        if len(state.legal_actions()) == 1:
            forced = state.copy()
        state.apply_action(state.legal_actions()[-1])
    assert forced is not None
    view = forced.view(forced.current_player)
    found = hint(view, FEW)
    assert [found.best.action] == view.legal_actions()
    assert found.others == []
    assert found.best.chance == pytest.approx(worth(forced, forced.current_player), abs=0.3)


@pytest.mark.parametrize(
    ("chance", "number", "half"),
    [(0.5, 96, 0.098), (0.0, 96, 0.0274), (1.0, 96, 0.0274), (0.2, 9_996, 0.00784)],
)
def test_the_margin_is_that_of_agresti_and_coull(chance: float, number: int, half: float) -> None:
    """By hand: 1.96 * sqrt(p (1 - p) / n), with n = 100 or 10,000 and p drawn to one half."""
    assert margin(chance, number) == pytest.approx(half, rel=0.01)
