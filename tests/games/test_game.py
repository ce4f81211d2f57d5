"""Game and State as programs use them."""

import pickle

import numpy as np
import pytest

import moonbow
from moonbow.games.errors import BadAction, BadOptions, BadPosition, shown
from moonbow.games.game import GAMES, SPECTATOR, State, game
from moonbow.games.heard import Heard

RAINBOW = game("rainbow")
RAINBOW7 = game("rainbow7")


def lead() -> State:
    """Player 1 leads with a pair of twos and a three."""
    return RAINBOW.position(
        {"game": "rainbow", "players": 3, "hands": ["15", "223", "6"], "middle": ["3"], "leader": 1}
    )


def test_a_game_tells_what_it_is() -> None:
    assert repr(RAINBOW) == "game('rainbow')"
    assert (RAINBOW.min_players, RAINBOW.max_players) == (2, 6)
    assert RAINBOW.actions == 87
    assert RAINBOW.rules_version == 1


def test_rainbow7_tells_what_it_is() -> None:
    assert repr(RAINBOW7) == "game('rainbow7')"
    assert (RAINBOW7.min_players, RAINBOW7.max_players) == (2, 5)
    assert (RAINBOW7.actions, RAINBOW7.features) == (6356, 761)
    assert RAINBOW7.rules_version == 1


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadOptions, match="'chess'; expected rainbow"):
        game("chess")


def test_a_state_shown_by_python_gives_the_state_back() -> None:
    state = lead()
    assert eval(repr(state), {"game": game}) == state


def test_a_state_is_equal_to_nothing_but_states() -> None:
    assert lead() == lead()
    assert lead() != RAINBOW.deal(3)
    assert lead() != "a state"


@pytest.mark.parametrize("name", GAMES)
def test_a_state_of_any_game_shown_by_python_gives_the_state_back(name: str) -> None:
    state = game(name).deal(3, seed=1)
    assert eval(repr(state), {"game": game}) == state


@pytest.mark.parametrize("name", GAMES)
def test_a_state_of_any_game_is_equal_to_no_other(name: str) -> None:
    states = [(one, game(one).deal(3, seed=seed)) for one in GAMES for seed in (1, 2)]
    same = game(name).deal(3, seed=1)
    assert [one for one, state in states if state == same] == [name]


@pytest.mark.parametrize("name", GAMES)
def test_a_view_of_any_game_refuses_what_needs_all_cards(name: str) -> None:
    state = game(name).deal(3, seed=1)
    view, action = state.view(state.current_player), state.legal_actions()[0]
    with pytest.raises(BadAction) as refused:
        view.apply_action(action)
    assert refused.value.code == "hidden-cards"
    with pytest.raises(BadAction) as refused:
        state.view((state.current_player + 1) % 3).legal_actions()
    assert refused.value.code == "not-your-decision"


@pytest.mark.parametrize("name", GAMES)
def test_an_action_of_any_game_that_is_not_legal_is_refused_and_changes_nothing(name: str) -> None:
    state = game(name).deal(3, seed=1)
    before, legal = state.copy(), state.legal_actions()
    other = next(action for action in range(game(name).actions) if action not in legal)
    for action in (other, -1, game(name).actions):
        with pytest.raises(BadAction) as refused:
            state.apply_action(action)
        assert refused.value.code == "illegal-action"
        assert str(refused.value).endswith(" ".join(state.legal_texts()))
    assert state == before


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(BadPosition, match="game: 'chess'; expected \"rainbow\""):
        RAINBOW.position({"game": "chess"})


def test_a_position_that_is_no_object_is_refused() -> None:
    with pytest.raises(BadPosition, match="expected an object"):
        RAINBOW.position([])  # type: ignore[arg-type]


def test_bytes_of_another_length_are_refused() -> None:
    with pytest.raises(BadPosition, match="3 bytes; expected 207"):
        RAINBOW.load(b"123")


def test_a_full_state_has_no_viewer_and_a_view_has() -> None:
    assert lead().viewer is None
    assert lead().view(2).viewer == 2
    assert lead().view(SPECTATOR).viewer == SPECTATOR


def test_the_cards_of_a_downpour_that_ends_the_round_are_heard_before_all_hands_are_shown() -> None:
    before = RAINBOW7.position(
        {
            "game": "rainbow7",
            "players": 3,
            "hands": ["", "R1", "O1 O2"],
            "deck": "G3 W B5",
            "piles": ["R7", "Y1", "Y2"],
            "turn": {"step": "sevens", "pile": "A", "sevens": 1},
        }
    )
    after, action = before.copy(), before.action_number("*downpour")
    after.apply_action(action)
    green_3, rainbow_card = 23, 49
    heard = {player: before.hear(action, after, player)[:6] for player in (-1, 0, 1, 2)}
    assert heard[1] == [
        Heard("downpour", 0),
        Heard("draws", 1, (green_3,), 1),
        Heard("draws", 2, (), 1),
        Heard("perfect", 0),
        Heard("reveals", 1, (0, green_3), 4),
        Heard("reveals", 2, (7, 8, rainbow_card), 3),
    ]
    assert heard[2][1:3] == [Heard("draws", 1, (), 1), Heard("draws", 2, (rainbow_card,), 1)]
    assert heard[-1][1:3] == heard[0][1:3] == [Heard("draws", 1, (), 1), Heard("draws", 2, (), 1)]


def test_a_view_of_the_player_to_decide_knows_the_legal_actions() -> None:
    assert lead().view(1).legal_texts() == ["2", "3", "22", "23"]


def test_the_view_of_another_player_does_not_know_the_legal_actions() -> None:
    with pytest.raises(BadAction) as refused:
        lead().view(0).legal_actions()
    assert refused.value.code == "not-your-decision"


def test_nothing_can_be_played_in_a_view() -> None:
    with pytest.raises(BadAction) as refused:
        lead().view(1).play(["2"])
    assert refused.value.code == "hidden-cards"


def test_a_view_shows_nobody_elses_view() -> None:
    with pytest.raises(BadAction) as refused:
        lead().view(1).view(0)
    assert refused.value.code == "hidden-cards"


@pytest.mark.parametrize("player", [-2, 3])
def test_nobody_has_the_view_of_a_player_who_is_not_there(player: int) -> None:
    with pytest.raises(BadAction) as refused:
        lead().view(player)
    assert refused.value.code == "no-player"


def test_only_a_view_is_resampled() -> None:
    with pytest.raises(BadAction) as refused:
        lead().resample(np.zeros(4, np.uint64))
    assert refused.value.code == "not-a-view"


def test_only_a_view_is_encoded() -> None:
    with pytest.raises(BadAction) as refused:
        lead().encode()
    assert refused.value.code == "not-a-view"


def test_a_generator_of_another_library_is_refused() -> None:
    with pytest.raises(TypeError, match="new_generator"):
        lead().view(0).resample(np.random.default_rng())  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [-1, 87, 2**70, 0])
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(action: int) -> None:
    state = lead()
    with pytest.raises(BadAction) as refused:
        state.apply_action(action)
    assert refused.value.code == "illegal-action"
    assert state == lead()


def test_an_action_that_is_no_whole_number_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        lead().apply_action(1.0)  # type: ignore[arg-type]


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    state = RAINBOW.deal(np.int64(3), seed=np.int64(5))  # type: ignore[arg-type]
    assert state == RAINBOW.deal(3, seed=5)
    state.apply_action(np.int16(state.legal_actions()[0]))  # type: ignore[arg-type]


def test_a_number_that_is_no_action_has_no_text() -> None:
    with pytest.raises(BadAction, match="-1; expected a number from 0 to 86"):
        lead().action_text(-1)


@pytest.mark.parametrize("seed", [-1, 2**256, True, 1.5, "1", None])
def test_a_seed_that_is_no_whole_number_below_two_to_the_256_is_refused(seed: object) -> None:
    with pytest.raises(BadOptions, match="expected a whole number below"):
        RAINBOW.deal(4, seed=seed)  # type: ignore[arg-type]


def test_playing_several_actions_plays_all_or_none() -> None:
    state = lead()
    with pytest.raises(BadAction):
        state.play(["22", "5", "1"])
    assert state == lead()


def test_after_the_end_nothing_can_be_played() -> None:
    over = RAINBOW.position({"game": "rainbow", "players": 3, "hands": ["", "", "1"]})
    with pytest.raises(BadAction) as refused:
        over.apply_action(0)
    assert refused.value.code == "game-over"


def test_the_package_gives_its_names_and_no_others() -> None:
    assert moonbow.game is game
    with pytest.raises(AttributeError):
        moonbow.chess  # noqa: B018


def test_a_value_of_someone_elses_is_shown_short_and_printable() -> None:
    assert shown("a\nb") == "'a\\nb'"
    assert len(shown("x" * 1000)) == 60
    assert shown(10**5000) == "a int"


@pytest.mark.parametrize("name", GAMES)
def test_a_state_and_a_refusal_arrive_whole_in_another_process(name: str) -> None:
    state = game(name).deal(3, seed=2)
    view = state.view(state.current_player)
    for sent in (state, view):
        arrived = pickle.loads(pickle.dumps(sent))
        assert arrived.tobytes() == sent.tobytes()
        assert arrived.viewer == sent.viewer
        assert arrived.legal_texts() == sent.legal_texts()
        assert arrived.game is sent.game
    with pytest.raises(BadAction) as refused:
        state.apply_action(-1)
    error = pickle.loads(pickle.dumps(refused.value))
    assert (type(error), error.code, str(error)) == (
        BadAction, refused.value.code, str(refused.value),
    )  # fmt: skip
