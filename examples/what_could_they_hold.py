"""What a player may know, and what the others could hold: views and resampling."""

from collections import Counter

import moonbow
from moonbow.games.kernel import new_generator

state = moonbow.game("rainbow").deal(players=3, seed=4)
view = state.view(0)
print("I see", view.position()["hands"])

generator = new_generator(1)
sixes: Counter[int] = Counter()
for _ in range(1_000):
    sample = view.resample(generator)  # all that is hidden from me, dealt anew
    sixes[sample.position()["hands"][1].count("6")] += 1
print("6s the next player could hold:", dict(sorted(sixes.items())))
