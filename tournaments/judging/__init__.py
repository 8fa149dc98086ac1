"""The judge's desk: what waits for a judge, in one list.

Reads disputes and verdicts; every ruling is written by the room that owns the fact.
"""
