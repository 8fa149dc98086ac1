"""The judge's desk: what waits for a judge, the checks of decks, and penalties.

Reads disputes and verdicts; every ruling is written by the room that owns the fact. Writes deck checks and penalties,
and never a result: what a penalty means for one is shown to the person who enters it.
"""
