"""What every game of the house keeps to, whatever its rules."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from moonbow.games.contract import deal_at
from moonbow.games.game import GAMES, Game, State
from moonbow.games.kernel import key_from_number, new_generator
from playing import CASES, Case, games, play_partly, play_randomly

MAY_BE_NEGATIVE = {"viewer", "leader_option", "current", "target", "went_out"}

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def rainbow_cards(state: State) -> int:
    """All cards of a Rainbow state, wherever they are."""
    position = state.position()
    texts = [*position["hands"], *position.get("reserve", []), *position["middle"]]
    texts += [*position["won"], position["aside"], position["trimmed"]]
    texts += [entry.split(":")[1] for entry in position["trick"]]
    return sum(len(text) for text in texts)


def rainbow7_cards(state: State) -> int:
    """All cards of a Rainbow 7 state, wherever they are."""
    position = state.position()
    texts = [*position["hands"], *position["piles"], position["deck"]]
    texts.append((position["turn"] or {}).get("cards", ""))
    return sum(len(text.split()) for text in texts)


def rainbow7_deck(players: int, options: dict[str, Any]) -> int:
    """The cards of a game: of each color all but the 7, the 7s in the game, Rainbow cards."""
    color_cards: int = options["colors"] * (options["values"] - 1)
    return color_cards + players + 2 + int(options["rainbow_cards"])


def pirates_cards(state: State) -> int:
    """All cards of a Rainbow Pirates state, wherever they are."""
    position = state.position()
    texts = [*position["hands"], position["draw"], position["faceup"], position["discard"]]
    groups = [group for island in position["islands"] for group in island]
    placed = [g.count("+") + 1 if "+" in g else len(g.rstrip("=")) for g in groups]
    return sum(len(text.split()) for text in texts) + sum(placed)


CARDS: dict[str, Callable[[State], int]] = {
    "rainbow": rainbow_cards,
    "rainbow7": rainbow7_cards,
    "pirates": pirates_cards,
}
DECK: dict[str, Callable[[int, dict[str, Any]], int]] = {
    "rainbow": lambda _, options: int(options["ranks"] * options["copies"]),
    "rainbow7": rainbow7_deck,
    "pirates": lambda _, options: sum(options["deck"].values()),
}
MOST_BYTES = {"rainbow": 256, "rainbow7": 1024, "pirates": 4096}
"""How big a record may be."""


@every_case
def test_somebody_can_always_act_until_the_game_is_over(case: Case) -> None:
    for seed in range(games(10, 2)):
        for state, action in play_randomly(GAMES[case.game], case, seed):
            if action < 0:
                assert state.is_over
                assert state.legal_actions() == []
            else:
                assert 0 <= state.current_player < case.players
                assert action in state.legal_actions()


@every_case
def test_legal_actions_are_ascending_numbers_of_the_game(case: Case) -> None:
    game = GAMES[case.game]
    for state, _ in play_randomly(game, case, 1):
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert all(0 <= action < game.actions for action in legal)


@every_case
def test_no_field_of_the_record_runs_over_or_under(case: Case) -> None:
    for seed in range(games(4, 1)):
        for state, _ in play_partly(GAMES[case.game], case, seed):
            for name in set(state.records.dtype.names or ()) - MAY_BE_NEGATIVE - {"key"}:
                assert (np.asarray(state.record[name]) >= 0).all(), name


@every_case
def test_no_card_is_lost_or_made(case: Case) -> None:
    for seed in range(games(4, 1)):
        for state, _ in play_partly(GAMES[case.game], case, seed):
            assert CARDS[case.game](state) == DECK[case.game](state.players, state.options)


@every_case
def test_one_win_is_shared_at_the_end_and_none_before(case: Case) -> None:
    for seed in range(games(6, 2)):
        for state, action in play_randomly(GAMES[case.game], case, seed):
            returns = state.returns()
            assert len(returns) == case.players
            assert sum(returns) == pytest.approx(1 if action < 0 else 0)


@every_case
def test_a_saved_state_is_the_same_when_loaded(case: Case) -> None:
    game = GAMES[case.game]
    for state, _ in play_randomly(game, case, 2):
        assert game.load(state.tobytes()) == state


@every_case
def test_a_copy_does_not_change_with_the_original(case: Case) -> None:
    state = GAMES[case.game].deal(case.players, case.options, seed=3)
    before = state.tobytes()
    copy = state.copy()
    state.apply_action(state.legal_actions()[0])
    assert copy.tobytes() == before


@every_case
def test_a_position_gives_its_state_back_without_loss(case: Case) -> None:
    game = GAMES[case.game]
    for seed in range(games(2, 1)):
        for state, _ in play_partly(game, case, seed):
            assert game.position(state.position()).tobytes() == state.tobytes()


@every_case
def test_a_view_written_as_a_position_gives_the_view_back_without_loss(case: Case) -> None:
    game = GAMES[case.game]
    for state, _ in play_partly(game, case, 4, 5):
        for player in range(-1, case.players):
            view = state.view(player)
            assert game.position(view.position()).tobytes() == view.tobytes()


@every_case
def test_an_action_read_from_its_text_is_the_same_action(case: Case) -> None:
    for state, _ in play_partly(GAMES[case.game], case, 5):
        for action in state.legal_actions():
            assert state.action_number(state.action_text(action)) == action


@every_game
def test_no_two_actions_have_one_text(game: Game) -> None:
    state = game.deal(game.min_players)
    texts = [state.action_text(action) for action in range(game.actions)]
    assert len(set(texts)) == len(texts)


@every_case
def test_the_same_seed_and_actions_give_the_same_game(case: Case) -> None:
    once = [state.tobytes() for state, _ in play_randomly(GAMES[case.game], case, 6)]
    again = [state.tobytes() for state, _ in play_randomly(GAMES[case.game], case, 6)]
    assert once == again


@every_case
def test_another_seed_gives_another_deal(case: Case) -> None:
    game = GAMES[case.game]
    deals = {game.deal(case.players, case.options, seed=seed).tobytes() for seed in range(20)}
    assert len(deals) == 20


@every_game
def test_a_record_is_small_and_without_padding(game: Game) -> None:
    layout = game.rules.State
    assert layout.itemsize <= MOST_BYTES.get(game.name, 2048)
    assert layout.itemsize == sum(layout[name].itemsize for name in layout.names)


@every_game
def test_every_field_has_one_byte_order_on_all_machines(game: Game) -> None:
    for name in game.rules.State.names:
        assert game.rules.State[name].base.str[0] in "<|"


@every_game
def test_no_field_is_called_like_an_attribute_of_arrays(game: Game) -> None:
    assert not set(game.rules.State.names) & set(dir(np.ndarray))


@every_case
def test_dealing_into_a_used_record_is_dealing_into_a_fresh_one(case: Case) -> None:
    game = GAMES[case.game]
    *_, (used, _) = play_randomly(game, case, 15)
    options = game.text.options_records(game.options(case.players, case.options))
    deal_at(used.records, 0, key_from_number(16), case.players, options)
    assert used == game.deal(case.players, case.options, seed=16)


# The laws of views


@every_case
def test_what_a_player_cannot_know_changes_neither_view_nor_what_is_heard(case: Case) -> None:
    game = GAMES[case.game]
    generator = new_generator(7)
    for state, action in play_partly(game, case, 7):
        for player in range(-1, case.players):
            other = state.view(player).resample(generator)
            assert other.view(player).tobytes() == state.view(player).tobytes()
            if action >= 0 and action in other.legal_actions():
                end, other_end = after(state, action), after(other, action)
                if end.view(player) == other_end.view(player):  # else it was shown a hidden card
                    heard = state.hear(action, end, player)
                    assert other.hear(action, other_end, player) == heard


def swap_rainbow(state: State, player: int) -> State | None:
    """The state with two different cards exchanged that the player cannot see; None without any."""
    position = state.position()
    places = [("hands", other) for other in range(state.players) if other != player]
    places += [("reserve", owner) for owner in range(2) if state.players == 2]
    piles: dict[tuple[str, int], str] = {place: position[place[0]][place[1]] for place in places}
    piles["aside", 0] = position["aside"]
    for one, other in itertools.combinations(piles, 2):
        for card, instead in itertools.product(set(piles[one]), set(piles[other])):
            if card != instead:
                piles[one] = "".join(sorted(piles[one].replace(card, instead, 1)))
                piles[other] = "".join(sorted(piles[other].replace(instead, card, 1)))
                for (key, place), cards in piles.items():
                    if key == "aside":
                        position[key] = cards
                    else:
                        position[key][place] = cards
                return state.game.position(position)
    return None


def hidden_rainbow7(position: dict[str, Any], player: int) -> list[tuple[str, int, str]]:
    """The cards that a player cannot see, and 7s that are out of the game: where, which."""
    hidden = [("deck", at, card) for at, card in enumerate(position["deck"].split())]
    for other, hand in enumerate(position["hands"]):
        if other != player and position["to_move"] >= 0:
            known = position["known"]["hands"][other].split()
            hidden += [("hands", other, card) for card in hand.split() if card not in known]
    out = [f"{color}7" for color in "ROYGBIV"[: position["options"]["colors"]]]
    return hidden + [("out", 0, card) for card in out if card not in position["sevens"]]


def swap_rainbow7(state: State, player: int) -> State | None:
    """The state with two different cards exchanged that the player cannot see; None without any.

    They are two 7s or two cards that are neither 7s nor Rainbow cards, so that all that is known
    of the hands still holds.
    """
    position = state.position()
    hidden = [place for place in hidden_rainbow7(position, player) if place[2] != "W"]
    random.Random(len(hidden) + player).shuffle(hidden)
    for one, other in itertools.combinations(hidden, 2):
        cards = {one[2], other[2]}
        seen = cards & set(position["known"]["sevens"].split())
        if one[:2] == other[:2] or (one[2][1] == "7") != (other[2][1] == "7"):
            continue
        if "out" in (one[0], other[0]) and seen:
            continue
        for (key, at, card), instead in ((one, other[2]), (other, one[2])):
            if key == "hands":
                position[key][at] = position[key][at].replace(card, instead)
            elif key == "deck":
                deck = position[key].split()
                position[key] = " ".join([*deck[:at], instead, *deck[at + 1 :]])
            else:
                position["sevens"] = position["sevens"].replace(instead, card)
        return state.game.position(position)
    return None


def hidden_pirates(position: dict[str, Any], player: int) -> list[tuple[str, int, str]]:
    """The cards that a player cannot see and nobody knows to be in a hand: where, which."""
    known = position["known"]
    looked_at = known["draw"][player] if player >= 0 else []
    draw = enumerate(position["draw"].split())
    hidden = [("draw", at, card) for at, card in draw if at not in looked_at]
    if position["to_move"] < 0:
        return hidden
    for other, hand in enumerate(position["hands"]):
        if other != player:
            cards = hand.split()
            for secrets in known["secrets"]:
                sure = f"{known['hands'][other]} {secrets[other]}".split()
                cards = [card for card in cards if card not in sure]
            hidden += [("hands", other, card) for card in cards]
    return hidden


def swap_pirates(state: State, player: int) -> State | None:
    """The state with two different cards exchanged that the player cannot see; None without any.

    They are of kinds that no hand is known to lack.
    """
    position = state.position()
    known = position["known"]
    lacking = set(" ".join([*known["none"], *known["excluded"]]).split())
    hidden = [place for place in hidden_pirates(position, player) if place[2] not in lacking]
    random.Random(len(hidden) + player).shuffle(hidden)
    for one, other in itertools.combinations(hidden, 2):
        if one[2] == other[2] or (one[0] == other[0] == "hands" and one[1] == other[1]):
            continue
        for (key, at, card), instead in ((one, other[2]), (other, one[2])):
            cards = position[key].split() if key == "draw" else position[key][at].split()
            cards[at if key == "draw" else cards.index(card)] = instead
            if key == "draw":
                position[key] = " ".join(cards)
            else:
                position[key][at] = " ".join(cards)
        return state.game.position(position)
    return None


SWAPS: dict[str, Callable[[State, int], State | None]] = {
    "rainbow": swap_rainbow,
    "rainbow7": swap_rainbow7,
    "pirates": swap_pirates,
}


@every_case
def test_two_hidden_cards_exchanged_change_neither_view_nor_what_is_heard(case: Case) -> None:
    exchanged = 0
    for state, action in play_partly(GAMES[case.game], case, 16):
        for player in range(-1, case.players):
            other = SWAPS[case.game](state, player)
            if other is None:
                continue
            exchanged += 1
            assert other != state
            assert other.view(player).tobytes() == state.view(player).tobytes()
            if action >= 0 and action in other.legal_actions():
                end, other_end = after(state, action), after(other, action)
                if end.view(player) == other_end.view(player):
                    heard = state.hear(action, end, player)
                    assert other.hear(action, other_end, player) == heard
    assert exchanged


def after(state: State, action: int) -> State:
    """The state after an action."""
    copy = state.copy()
    copy.apply_action(action)
    return copy


@every_case
def test_what_is_heard_follows_from_the_views_before_and_after(case: Case) -> None:
    for state, action in play_partly(GAMES[case.game], case, 8):
        if action >= 0:
            for player in range(-1, case.players):
                heard = state.hear(action, after(state, action), player)
                view_after = after(state, action).view(player)
                assert state.view(player).hear(action, view_after, player) == heard


@every_case
def test_a_resampled_state_looks_the_same_to_its_viewer(case: Case) -> None:
    generator = new_generator(9)
    for seed in range(games(2, 1)):
        for state, _ in play_partly(GAMES[case.game], case, seed):
            for player in range(-1, case.players):
                view = state.view(player)
                assert view.resample(generator).view(player).tobytes() == view.tobytes()


@every_case
def test_a_resampled_state_is_a_whole_game_that_can_be_played_on(case: Case) -> None:
    game = GAMES[case.game]
    for state, _ in play_partly(game, case, 10):
        sample = state.view(state.current_player).resample(new_generator(1))
        assert CARDS[case.game](sample) == CARDS[case.game](state)
        assert game.position(sample.position()) == sample


@every_case
def test_hidden_cards_swapped_the_sample_stays_the_same(case: Case) -> None:
    for state, _ in play_partly(GAMES[case.game], case, 11, 4):
        for player in range(-1, case.players):
            swapped = state.view(player).resample(new_generator(2))
            sample = state.view(player).resample(new_generator(3))
            assert swapped.view(player).resample(new_generator(3)) == sample


@every_case
def test_a_view_shows_nothing_of_the_key(case: Case) -> None:
    state = GAMES[case.game].deal(case.players, case.options, seed=12)
    before = [state.view(player).tobytes() for player in range(-1, case.players)]
    state.set_key(new_generator(4))
    assert [state.view(player).tobytes() for player in range(-1, case.players)] == before


@every_game
def test_a_view_of_a_view_is_the_view(game: Game) -> None:
    view = game.deal(game.min_players, seed=13).view(0)
    assert view.view(0) == view


@every_case
def test_the_features_are_finite_and_depend_on_the_view_alone(case: Case) -> None:
    generator = new_generator(5)
    for state, _ in play_partly(GAMES[case.game], case, 14, 6):
        for player in range(-1, case.players):
            features = state.view(player).encode()
            other = state.view(player).resample(generator).view(player).encode()
            assert np.isfinite(features).all()
            assert (features == other).all()
