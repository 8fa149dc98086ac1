"""The pictures of X610Z: its board with pawns and players, and its cards."""

from rules_engine.kernel.games import Pictures

from .board import board_layers, board_svg

PICTURES = Pictures(
    svg=board_svg, layers=board_layers, sizes=("wide", "phone"), empty={"pawns": [], "seats": []}
)
