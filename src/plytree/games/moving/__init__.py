"""Games in which men move."""
