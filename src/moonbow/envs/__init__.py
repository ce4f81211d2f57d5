"""Moonbow for learning programs: games by the thousand in arrays, PettingZoo, OpenSpiel."""
