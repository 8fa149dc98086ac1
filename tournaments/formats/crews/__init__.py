"""Crews of three of one clan: they meet seat against seat (glossary G.crew)."""

from .format import CrewRounds

FORMATS = (CrewRounds(),)
