"""Reviews: whose decision cost what, from what its player could know."""

import pytest

from endings import late_tables
from moonbow.bots.bot import Budget
from moonbow.bots.thumbs_bot import ThumbsBot
from moonbow.coach import review as review_module
from moonbow.coach.review import LEAST_COST, MOST_COSTLY, review, views
from moonbow.games.game import GAMES
from moonbow.table.fairness import Seed
from moonbow.table.table import Table
from playing import games


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short searches."""
    monkeypatch.setattr(review_module, "ITERATIONS", dict.fromkeys(GAMES, games(60, 6)))
    monkeypatch.setattr(review_module, "GAMES_ON", dict.fromkeys(GAMES, games(20, 3)))


SHORT: dict[str, dict[str, object]] = {
    "rainbow": {"hand_size": 5},
    "rainbow7": {"hand_size": 3, "tokens_to_end": 1},
    "pirates": {"lifts": 1},
}


def played(name: str, players: int, most: int = 10_000) -> Table:
    """A game by bots that overlook much, or its first decisions."""
    table = Table(GAMES[name], players, SHORT[name], chance=Seed(4))
    bots = [ThumbsBot(seed, overlooks=0.7, careless=5.0) for seed in range(players)]
    while not table.state.is_over and len(table.actions) < most:
        player = table.state.current_player
        view = table.view(player)
        chosen = bots[player].choose(view, view.legal_actions(), Budget())
        table.play(player, [view.action_text(chosen)])
    return table


def test_a_decision_that_loses_the_game_is_found_with_what_would_have_won_it() -> None:
    checked = 0
    for table, values in late_tables(games(6, 1), 5):
        worst, best = min(values.values()), max(values.values())
        if best - worst < 1:
            continue
        state, number = table.state, len(table.actions)
        action = min(values, key=lambda each: values[each])
        player = state.current_player
        table.play(player, [state.action_text(action)])
        found = [each for each in review(table).players[player].costly if each.number == number]
        assert len(found) == 1
        assert found[0].action == action
        assert values[found[0].better] == best
        assert found[0].cost > 0.2
        assert found[0].reasons
        checked += 1
    assert checked


@pytest.mark.parametrize("name", GAMES)
def test_it_has_all_chances_and_an_account_of_everybody(name: str) -> None:
    table = played(name, 3, games(80, 8))
    done: list[tuple[int, int]] = []
    found = review(table, lambda *progress: done.append(progress))
    total = len(table.actions)
    assert done == [(number, total) for number in range(total + 1)]
    assert len(found.chances) == total + 1
    assert all(sum(each) == pytest.approx(1) for each in found.chances)
    if table.state.is_over:
        assert list(found.chances[-1]) == table.state.returns()
    chosen = [0, 0, 0]
    for state, view in views(table):
        chosen[state.current_player] += len(view.legal_actions()) > 1
    assert [each.decisions for each in found.players] == chosen
    for player, account in enumerate(found.players):
        costs = [each.cost for each in account.costly]
        assert costs == sorted(costs, reverse=True)
        assert len(costs) <= MOST_COSTLY
        assert sum(costs) <= account.lost + 1e-9
        for each in account.costly:
            assert each.cost >= LEAST_COST
            assert each.view.current_player == player
            assert {each.action, each.better} <= set(each.view.legal_actions())
            assert each.view.action_text(each.action) == table.actions[each.number]


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_is_seen_as_its_player_saw_it(name: str) -> None:
    table = played(name, 3, games(200, 30))
    found = list(views(table))
    assert len(found) == len(table.actions)
    for number, (state, view) in enumerate(found):
        assert view.viewer == view.current_player == state.current_player
        assert table.actions[number] in view.legal_texts()


def test_who_is_asked_together_with_others_does_not_know_their_answers() -> None:
    """All see the table as it was when the BLACK card was played."""
    table = played("pirates", 4, games(200, 80))
    states, second = list(table.states(0)), 0
    for number, (state, view) in enumerate(views(table)):
        if state.answers_are_sealed():
            first = number
            while not table.actions[first - 1].startswith("play"):
                first -= 1
            player = state.current_player
            assert view == states[first].put_to(player).view(player)
            second += first < number
    assert second
