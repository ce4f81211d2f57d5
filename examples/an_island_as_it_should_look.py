"""Rainbow Pirates: what must still be placed, and the actions that lead to an island one wants."""

import moonbow
from moonbow.games.pirates_arrange import arrange, obligations

state = moonbow.game("pirates").position(
    {
        "game": "pirates",
        "players": 2,
        "hands": ["4 5 5 5 W P", "1 2"],
        "islands": [["123", "666"], []],
        "draw": "7 7",
        "faceup": "1 2",
    }
)
view = state.view(0)
print("must still be placed:", " ".join(obligations(view)))
actions = arrange(view, ["1234", "555W", "666", "P"])
print("leads there:", "; ".join(actions))
state.play(actions)
print("may draw now:", "draw pile" in state.legal_texts())
