"""The games of a run: what determines them, who plays them, and what is counted and logged."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from moonbow.bots.bot import Bot
from moonbow.bots.names import new_bot
from moonbow.games.errors import BadOptions
from moonbow.games.game import GAMES, State
from moonbow.games.kernel import key_from_number, new_generator
from moonbow.lab.facts import items_of
from moonbow.lab.games import COUNTS, MANY, WIDE, new_tally, seen_best
from moonbow.lab.runs import BotFailed, Run, game_seed, new_run
from playing import games

SMALL: dict[str, dict[str, Any]] = {
    "rainbow": {"hand_size": 4},
    "rainbow7": {"colors": 5, "values": 3, "rainbow_cards": 2, "hand_size": 4, "tokens_to_end": 1},
    "pirates": {"deck": {**dict.fromkeys("1234567", 2), "W": 3, "P": 2, "parrot": 2}, "lifts": 1},
}
OWN = """
class Last:
    name = "last"

    def __init__(self, seed):
        self.seed = seed

    def choose(self, view, legal, budget):
        return legal[-1]


class Wrong(Last):
    def choose(self, view, legal, budget):
        return 9999 if self.seed else None


class Failing(Last):
    def choose(self, view, legal, budget):
        raise KeyError("no idea")
"""


def run_of(game: str, bots: list[str], **changed: Any) -> Run:
    """A short run of a small game."""
    chosen = {"seed": 8, "options": SMALL[game], "decisions": True, **changed}
    return new_run(GAMES[game], len(bots), bots, **chosen)


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A file with bots of one's own."""
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    return str(path)


def sole_leader(game: str, scores: list[int]) -> int | None:
    """Who alone has the most points, or the fewest Rain tokens; None: nobody."""
    best = min(scores) if game == "rainbow7" else max(scores)
    leaders = [player for player, score in enumerate(scores) if score == best]
    return leaders[0] if len(leaders) == 1 else None


def round_of(game: str, state: State, action: str, before: object) -> object:
    """What stays the same as long as a round does; something new where another begins."""
    position = state.position()
    if game == "rainbow":
        begins = not position["trick"] and not action.startswith("+")
        return object() if begins else before
    if game == "rainbow7":
        return position["round"]
    return (position["turn"] or {"player": state.current_player})["player"]


MIXED = [["random"] * 3, ["thumbs", "drizzle", "shower"], ["plain:2"] * 3]


@pytest.mark.parametrize("bots", MIXED)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_logged_is_what_was_played(game: str, bots: list[str]) -> None:
    """Each game is played again by its log, from the deal of its number, one action at a time."""
    first, count = 5, games(6, 2)
    run = run_of(game, bots)
    played = run.play(first, count)
    for place in range(count):
        state = run.of.deal(3, run.options, seed=game_seed(key_from_number(8), first + place))
        lines = played.log[played.log[:, 0] == place]
        told = dict.fromkeys(COUNTS, 0) | {"decisions": len(lines), "first": state.current_player}
        before = this_round = leader = None
        for number, (_, decision, player, action, legal) in enumerate(lines.tolist()):
            assert (decision, player) == (number, state.current_player)
            assert legal == len(state.legal_actions())
            told["choices"] += legal > 1
            told["alternatives"] += legal if legal > 1 else 0
            told["turns"] += player != before
            before = player
            text = state.action_text(action)
            next_round = round_of(game, state, text, this_round)
            if next_round != this_round:
                told["rounds"] += 1
                ahead = sole_leader(game, state.scores)
                told["lead_changes"] += None not in (leader, ahead) and leader != ahead
                leader = leader if ahead is None else ahead
            this_round = next_round
            state.play([text])
        ahead = sole_leader(game, state.scores)
        told["lead_changes"] += None not in (leader, ahead) and leader != ahead
        assert state.is_over
        assert played.counts[place].tolist() == list(told.values())
        assert played.returns[place].tolist() == state.returns()
        assert played.points[place].tolist() == state.scores


RAINBOW7_EFFECTS = ("downpour", "cloud", "shelter", "sunshine")
BLACK = {
    "thief": "Island Thief", "cannon": "Cannon", "elixir": "Elixir", "captain": "Captain",
    "blindbeard": "Blindbeard", "ship": "Ship", "parrot": "Parrot", "spyglass": "Spyglass",
}  # fmt: skip


def use_by_text(game: str, text: str) -> str | None:
    """What an action is, by how it is written."""
    if game == "rainbow":
        return f"take {text[1:]}" if text[0] == "+" else f"play {text}"
    return use_in_rainbow7(text) if game == "rainbow7" else use_in_pirates(text)


def use_in_rainbow7(text: str) -> str | None:
    """The same in Rainbow 7."""
    if text == "rainbow":
        return "announce a Rainbow"
    if text.startswith("+"):
        return "draw from the deck" if text == "+deck" else "draw from a pile"
    if text[0] in "*^>":
        return text[1:].partition(":")[0] or None if text[0] == "*" else None
    cards = text.replace("W", "WW")
    values, colors = set(cards[1::2]) - {"W"}, set(cards[::2]) - {"W"}
    count = len(cards) // 2
    if count == 1:
        return "a single card"
    if not values:
        return "Rainbow cards alone"
    several = "5 or more" if count > 4 else str(count)
    one = "value" if len(values) == 1 and not (len(colors) == 1 and count == 1) else "color"
    return f"{several} cards of one {one}"


def use_in_pirates(text: str) -> str | None:
    """The same in Rainbow Pirates."""
    word, _, rest = text.partition(" ")
    if word == "play":
        return f"play {BLACK[rest.partition('@')[0]]}"
    if word == "lay":
        if rest == "P":
            return "lay a RAINBOW PIRATE"
        if "+" in rest:
            return "lay BLACK cards"
        numbers = [card for card in rest if card not in "W="]
        same = len(numbers) > 1 and len(set(numbers)) == 1
        return "lay a set" if same or rest.endswith("=") else "lay a rainbow"
    return {
        "block": "block", "add": "add a card to a group", "lift": "lift a group",
        "draw": "draw face-up cards" if rest == "faceup" else "draw from the pile",
    }.get(word)  # fmt: skip


def cards_by_kind(game: str, hand: str) -> Counter[str | None]:
    """A hand of a position file, by the names of kinds."""
    if game == "rainbow":
        return Counter(hand)
    if game == "rainbow7":
        return Counter("Rainbow card" if card == "W" else card[1] for card in hand.split() if card)
    names = {"W": "WILD", "P": "RAINBOW PIRATE", **BLACK}
    return Counter(names.get(card, card) for card in hand.split())


def note(
    table: NDArray[np.float64],
    names: tuple[str, ...],
    found: list[Counter[str | None]],
    returns: list[float],
) -> None:
    """Adds what was found of each player, and what the game was worth, to a tally."""
    for item, name in enumerate(names):
        for each, share in zip(found, returns, strict=True):
            table[item, min(each[name], MANY)] += (1, share)


@pytest.mark.parametrize("bots", MIXED)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_added_up_is_what_was_dealt_and_done(game: str, bots: list[str]) -> None:
    """Read off the positions at the deal, and the texts of all actions."""
    first, count, batches = 3, games(6, 2), 4
    run = run_of(game, bots)
    items, sums = items_of(run.of.rules), new_tally(run.of.rules, batches)
    played = run.play(first, count, sums)
    dealt, used = np.zeros_like(sums.dealt), np.zeros_like(sums.used)
    legal = np.zeros_like(sums.legal)
    for place in range(count):
        number = first + place
        state = run.of.deal(3, run.options, seed=game_seed(key_from_number(8), number))
        hands = [cards_by_kind(game, hand) for hand in state.position()["hands"]]
        made: list[Counter[str | None]] = [Counter() for _ in hands]
        lines = played.log[played.log[:, 0] == place].tolist()
        for _, _, player, action, choices in lines:
            made[player][use_by_text(game, state.action_text(action))] += 1
            legal[number % batches, min(choices, WIDE)] += 1
            state.apply_action(action)
        note(dealt[number % batches], items.kinds, hands, state.returns())
        note(used[number % batches], items.uses, made, state.returns())
    for kept, again in zip(sums, (dealt, used, legal), strict=True):
        np.testing.assert_allclose(kept, again)


def test_games_cut_off_are_not_added_up() -> None:
    run = run_of("rainbow", ["random"] * 3, max_actions=5)
    sums = new_tally(run.of.rules, 2)
    run.play(0, 4, sums)
    assert not any(each.any() for each in sums)


@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_a_use_or_none(game: str) -> None:
    items = items_of(GAMES[game].rules)
    assert len(items.use_of) == GAMES[game].actions
    assert set(items.use_of.tolist()) - {-1} == set(range(len(items.uses)))


@pytest.mark.parametrize("bots", [["random"] * 2, ["drizzle", "thumbs"], ["plain:2", "random"]])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_comes_out_the_same_in_whatever_company_it_is_played(
    game: str, bots: list[str]
) -> None:
    run = run_of(game, bots)
    whole, late = run.play(3, 4), run.play(5, 2)
    assert whole.counts[2:].tolist() == late.counts.tolist()
    assert whole.points[2:].tolist() == late.points.tolist()
    assert whole.log[whole.log[:, 0] >= 2, 1:].tolist() == late.log[:, 1:].tolist()


def test_a_log_longer_than_the_room_for_it_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of("rainbow", ["random"] * 3)
    usual = run.play(0, 5)
    monkeypatch.setattr("moonbow.lab.runs.LOG_ROWS", 1)
    assert run.play(0, 5).log.tolist() == usual.log.tolist()


def test_nothing_is_logged_that_was_not_asked_for() -> None:
    assert len(run_of("rainbow", ["random"] * 2, decisions=False).play(0, 3).log) == 0


# How careful compiled players are


def test_half_of_the_good_actions_are_overlooked() -> None:
    """Of three good actions the best is seen half the time; if none is, it is taken as well."""
    weights, generator = np.array([4.0, 0.0, 5.0, 3.0]), new_generator(1)
    count = games(20_000, 2_000)
    found = Counter(seen_best(weights, 4, 0.5, 2.5, generator) for _ in range(count))
    for place, share in ((0, 1 / 4), (1, 0.0), (2, 1 / 2 + 1 / 8), (3, 1 / 8)):
        assert abs(found[place] - share * count) <= 5 * (share * (1 - share) * count) ** 0.5


def test_of_equal_ones_any_is_taken_and_nothing_overlooked_by_the_careful() -> None:
    weights, generator = np.array([2.0, 1.9, 2.0, 2.0]), new_generator(2)
    count = games(12_000, 1_200)
    found = Counter(seen_best(weights, 4, 0.0, 0.0, generator) for _ in range(count))
    assert set(found) == {0, 2, 3}
    assert all(abs(each - count / 3) < 5 * (count * 2 / 9) ** 0.5 for each in found.values())


# Bots of one's own


def test_a_bot_of_ones_own_plays(own: str) -> None:
    run = run_of("rainbow", [f"{own}:Last", "random"])
    played = run.play(0, 3)
    for place in range(3):
        state = run.of.deal(2, run.options, seed=game_seed(key_from_number(8), place))
        for _, _, player, action, _ in played.log[played.log[:, 0] == place].tolist():
            assert player == 1 or action == state.legal_actions()[-1]
            state.apply_action(action)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Failing", "game 2, decision 0: bot 'last', seat 0: KeyError: 'no idea'"),
        ("Wrong", "game 2, decision 0: bot 'last', seat 0: BadAction: chose 9999; legal are 1, "),
    ],
)
def test_a_bot_that_fails_is_named(own: str, name: str, words: str) -> None:
    options = {"leader": 0}
    with pytest.raises(BotFailed) as failed:
        run_of("rainbow", [f"{own}:{name}", "random"], options=options).play(2, 1)
    assert str(failed.value).startswith(words)
    assert "\n" not in str(failed.value)


def test_a_file_with_one_bot_need_not_name_it(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text(OWN.partition("class Wrong")[0])
    bot: Bot = new_bot(str(path), 0)
    assert bot.name == "last"


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (OWN, "", "3 found; expected one class with choose"),
        (OWN, ":Nobody", "0 found; expected a class Nobody with choose"),
        ("", "", "0 found"),
        ("1 / 0", "", "ZeroDivisionError"),
        ("def", "", "SyntaxError"),
        (None, "", "FileNotFoundError"),
        ("class Seedless:\n    def choose(self): ...", "", "TypeError: Seedless.* no arguments"),
    ],
)
def test_a_file_without_the_bot_is_refused(
    tmp_path: Path, text: str | None, name: str, words: str
) -> None:
    path = tmp_path / "theirs.py"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BadOptions, match=words):
        new_bot(f"{path}{name}", 0)


# Played on


def expected(state: State) -> NDArray[np.float64]:
    """What a game is worth by player if all goes on by chance: every way to its end, weighed."""
    if state.is_over:
        return np.array(state.returns())
    worth = np.zeros(state.players)
    legal = state.legal_actions()
    for action in legal:
        after = state.copy()
        after.apply_action(action)
        worth += expected(after) / len(legal)
    return worth


def test_played_on_by_chance_a_game_is_worth_what_all_its_ends_are() -> None:
    run = run_of("rainbow", ["random"] * 3, options={"ranks": 4, "copies": 4, "hand_size": 2})
    times = games(4_000, 400)
    for number in range(4):
        state = run.of.deal(3, run.options, seed=number)
        for _ in range(number):
            state.apply_action(state.legal_actions()[0])
        before = state.records.tobytes()
        found = run.play_on(state, ["random"] * 3, number, times)
        truth = expected(state)
        assert np.abs(found - truth).max() <= 5 * (0.25 / times) ** 0.5
        assert state.records.tobytes() == before
        assert run.play_on(state, ["random"] * 3, number, times).tolist() == found.tolist()
        other = run.play_on(state, ["random"] * 3, number + 1, times).tolist()
        assert other != found.tolist()


def test_a_game_cut_off_is_worth_nothing() -> None:
    run = run_of("rainbow", ["random"] * 3, max_actions=2)
    state = run.of.deal(3, run.options, seed=1)
    assert run.play_on(state, ["random"] * 3, 0, 5).tolist() == [0, 0, 0]
