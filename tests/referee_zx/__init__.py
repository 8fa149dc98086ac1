"""A second referee for Z/X: slow, literal, written from the rule documents alone, and held against the engine.

Zones are lists and a card is a dict. Every function names the number of the rule it does, or the paragraph of the
basic rules ("B"). Nothing here imports the engine but ``compare`` and ``games``, which play the games to judge.
"""
