"""The judge's desk: what waits for a judge, and the checks of decks.

Reads disputes and verdicts; every ruling is written by the room that owns the fact. Writes deck checks.
"""
