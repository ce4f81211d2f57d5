"""One game being played: players, log, records, files, fairness. No clock, no network."""
