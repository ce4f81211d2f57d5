"""The bot that picks any legal action."""

from collections import Counter
from itertools import pairwise

import pytest

from moonbow.bots.bot import Budget
from moonbow.bots.names import new_bot
from moonbow.bots.random import RandomBot
from moonbow.games.errors import BadOptions
from moonbow.games.game import GAMES, game
from moonbow.games.kernel import new_generator
from playing import games

rainbow = game("rainbow")
BUDGET = Budget(iterations=1)
LEGAL = [0, 3, 4, 17, 60, 61, 62, 70, 74, 86]


def choices(seed: int, count: int) -> list[int]:
    """What a fresh bot chooses, several times over."""
    bot, view = RandomBot(seed), rainbow.deal(4).view(0)
    return [bot.choose(view, LEGAL, BUDGET) for _ in range(count)]


def test_every_legal_action_is_equally_likely() -> None:
    samples = games(20_000, 5_000)
    counts = Counter(choices(1, samples))
    expected = samples / len(LEGAL)
    chi_square = sum((counts[action] - expected) ** 2 / expected for action in LEGAL)
    assert chi_square < 33.7  # exceeded by chance once in 10,000 times with 9 degrees of freedom


def test_it_chooses_nothing_but_legal_actions() -> None:
    assert set(choices(2, games(2_000, 500))) == set(LEGAL)


def test_it_takes_the_only_legal_action() -> None:
    assert RandomBot(0).choose(rainbow.deal(4).view(0), [86], BUDGET) == 86


def test_one_choice_says_nothing_about_the_next() -> None:
    samples = games(20_000, 5_000)
    chosen = choices(3, samples + 1)
    pairs = Counter(pairwise(chosen))
    expected = samples / len(LEGAL) ** 2
    chi_square = sum(
        (pairs[first, second] - expected) ** 2 / expected for first in LEGAL for second in LEGAL
    )
    assert chi_square < 160.2  # exceeded by chance once in 10,000 times with 99 degrees of freedom


def test_the_same_seed_makes_the_same_choices() -> None:
    assert choices(4, 100) == choices(4, 100)


@pytest.mark.parametrize("other", [5, 4 + 2**255])
def test_another_seed_makes_other_choices(other: int) -> None:
    assert choices(4, 100) != choices(other, 100)


def test_the_budget_changes_no_choice() -> None:
    view = rainbow.deal(4).view(0)
    chosen = {
        RandomBot(7).choose(view, LEGAL, budget)
        for budget in (Budget(), Budget(iterations=9), Budget(milliseconds=1))
    }
    assert len(chosen) == 1


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_any_game(name: str) -> None:
    state = game(name).deal(3, seed=6)
    bots = [RandomBot(seed) for seed in range(3)]
    for _ in range(games(200, 40)):
        if state.is_over:
            break
        view = state.view(state.current_player)
        action = bots[state.current_player].choose(view, view.legal_actions(), BUDGET)
        state.apply_action(action)


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_change_no_choice(name: str) -> None:
    """Two deals that its player cannot tell apart."""
    state = game(name).deal(4, seed=6)
    player = state.current_player
    other = state.view(player).resample(new_generator(1))
    assert other != state
    first, second = (
        RandomBot(8).choose(full.view(player), full.view(player).legal_actions(), BUDGET)
        for full in (state, other)
    )
    assert first == second


def test_it_leaves_the_view_as_it_was() -> None:
    state = rainbow.deal(4, seed=6)
    view = state.view(state.current_player)
    before = view.copy()
    RandomBot(9).choose(view, view.legal_actions(), BUDGET)
    assert view == before


def test_it_is_found_by_its_name() -> None:
    assert new_bot("random", 1).name == "random"


@pytest.mark.parametrize("name", ["Random", "", "clever"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(BadOptions) as refused:
        new_bot(name, 1)
    assert refused.value.code == "unknown-bot"
