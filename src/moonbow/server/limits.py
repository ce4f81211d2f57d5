"""How often somebody may ask: a bucket that fills again with time."""

import time
from collections.abc import Callable, Hashable

MOST_BUCKETS = 20_000


class Limit:
    """Allows `burst` at once and `rate` a second from then on, for each key."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._buckets: dict[Hashable, tuple[float, float]] = {}

    def allows(self, key: Hashable) -> bool:
        """Whether one more is allowed now; it counts as asked."""
        now = self._clock()
        if len(self._buckets) > MOST_BUCKETS:
            self._forget(now)
        left, at = self._buckets.get(key, (self.burst, now))
        left = min(self.burst, left + (now - at) * self.rate)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        return allowed

    def _forget(self, now: float) -> None:
        """Buckets that are full again say nothing."""
        self._buckets = {
            key: (left, at)
            for key, (left, at) in self._buckets.items()
            if left + (now - at) * self.rate < self.burst
        }
