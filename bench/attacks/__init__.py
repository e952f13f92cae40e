"""The parts of attack.py: each `rows(quick)` gives (what was tried, what went wrong or nothing)."""
