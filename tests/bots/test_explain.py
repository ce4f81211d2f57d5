"""What the rules of thumb say for an action is what they weigh it by."""

import numpy as np
import pytest

from moonbow.bots.thumbs import explain_at, features_of, weigh_at
from moonbow.games.game import GAMES, Game
from playing import cases_of, play_partly


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_reasons_add_up_to_the_value(game: Game) -> None:
    features = len(features_of(game.rules))
    for case in cases_of(game.name):
        for state, action in play_partly(game, case, 1):
            if action < 0:
                continue
            legal = state.legal_actions()
            values, table = np.zeros(len(legal)), np.zeros((len(legal), features))
            numbers = np.array(legal, np.int16)
            weigh_at(state.records, 0, numbers, len(legal), values)
            explain_at(state.records, 0, numbers, len(legal), table)
            assert table.sum(axis=1) == pytest.approx(values, abs=1e-9)
