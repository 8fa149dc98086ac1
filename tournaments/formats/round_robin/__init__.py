"""Everybody meets everybody, once or twice."""

from .format import RoundRobin

FORMATS = (RoundRobin(),)
