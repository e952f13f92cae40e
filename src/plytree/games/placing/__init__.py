"""Games in which men are put down and stay."""
