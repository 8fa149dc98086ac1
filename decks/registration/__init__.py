"""What a player registered for one tournament: draft, submitted revisions, lock and receipt.

Knows the card pool and the engine's deck rules; knows no tournament: the format, pool and deadline are
given to it.
"""
