"""A knock-out in which it takes two losses to be out."""

from .format import DoubleElimination

FORMATS = (DoubleElimination(),)
