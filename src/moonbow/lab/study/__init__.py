"""A study of a game: many games, some of them looked at closely, and a report with figures."""
