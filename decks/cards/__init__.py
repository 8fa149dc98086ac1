"""The card catalogue: the cards of a pool as pages and search results.

Reads the engine's pools; knows no players and no tournaments.
"""
