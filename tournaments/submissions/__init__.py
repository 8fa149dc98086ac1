"""The deck of an entry: submitting it, its deadline, chasing what is missing, opening lists, opened pools.

Knows the entry, the tournament's policy and the deck registration; knows nothing of rounds.
"""
