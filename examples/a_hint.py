"""A hint: the best action, its chance to win, and the reasons by name."""

import moonbow
from moonbow.bots.bot import Budget
from moonbow.coach.hint import hint

state = moonbow.game("rainbow").deal(players=3, options={"leader": 0}, seed=4)
view = state.view(0)
found = hint(view, Budget(iterations=2_000))
print(view.action_text(found.best.action), f"wins {found.best.chance:.0%}")
for reason in found.reasons:
    print(f"  {reason.name}: {' '.join(reason.cards)} ({reason.points:.1f} points)")
