"""The end of a tournament of big tables: semi-finals and a final of four."""

from .format import FinalTables

FORMATS = (FinalTables(),)
