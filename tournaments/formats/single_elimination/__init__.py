"""A knock-out in which one loss is enough."""

from .format import SingleElimination

FORMATS = (SingleElimination(),)
