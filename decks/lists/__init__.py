"""Decks people keep for themselves: made, saved in revisions, shared, copied, tried out.

Knows cards and the engine's deck rules through ``decks.registration``; knows no tournament. What a tournament needs
of a deck is ``selectors.deck_text_for``.
"""
