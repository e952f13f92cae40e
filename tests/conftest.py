"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# Machines are noisy: how long one example takes says nothing about the program.
settings.register_profile("plytree", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("plytree")
