"""Trees written down by hand or made at random, played as games."""
