"""The ways to play a stage, one folder each.

A folder here holds ``FORMATS``: one kind of :class:`tournaments.rounds.formats.Rounds` or ``KnockOut`` for every kind
of stage that it brings. :mod:`tournaments.events.registry` finds the folders when Django starts; nobody imports one.
"""
