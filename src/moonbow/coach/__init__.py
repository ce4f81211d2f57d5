"""What to do, how much it matters, and why."""
