"""The card catalogue: sets, cards, revisions, rulings, legality, search, files and frozen pools.

Knows the engine and no tournament; never counts or shows what players registered.
"""
