"""Teams that share one board: two against two, three against three, or three teams of two (105.2b)."""

from .format import TeamMatches, TeamTables

FORMATS = (TeamMatches(), TeamTables())
