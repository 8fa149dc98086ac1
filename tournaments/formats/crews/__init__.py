"""Crews of three of one clan: they meet seat against seat."""
