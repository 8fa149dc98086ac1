"""The organizations room: clubs, shops, schools and federations, who belongs to them, where they play.

It knows people and the ledger. It must not know tournaments: an event says whose it is, never the other way; what an
organization must hear of its events it asks in :mod:`.questions`.
"""
