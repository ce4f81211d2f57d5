"""Slow, obvious rule implementations that serve as oracles in differential tests."""
