"""Who takes part: entry, waiting list, check-in, drop, late entry.

Knows the tournament and the deck registration; knows nothing of rounds.
"""
