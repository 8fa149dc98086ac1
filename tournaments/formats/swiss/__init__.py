"""Swiss rounds: players with equal points meet, nobody twice."""

from .format import Swiss

FORMATS = (Swiss(),)
