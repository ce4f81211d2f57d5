"""The colors of the rainbow, as a dark and a light screen both show them well."""

STYLES = ("#e5484d", "#e06c00", "#a88c00", "#2e9e4f", "#1f8fd6", "#7c6cf0", "#c850c0")
"""Red, orange, yellow, green, blue, indigo, violet."""
