"""The pictures of Z/X: the nine Squares, and its cards."""

from rules_engine.kernel.games import Pictures

from .board import board_layers, board_svg

PICTURES = Pictures(svg=board_svg, layers=board_layers)
