"""What runs in the process of a graded program: standard library only."""
