"""Everything that chooses an action from a view."""
