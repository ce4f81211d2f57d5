"""Plays a few games and prints who won: the shortest program that uses Moonbow."""

import random

import moonbow

rainbow = moonbow.game("rainbow")
for seed in range(3):
    choices = random.Random(seed)
    state = rainbow.deal(players=4, seed=seed)
    while not state.is_over:
        state.apply_action(choices.choice(state.legal_actions()))
    print(f"seed {seed}: scores {state.scores}, returns {state.returns()}")
