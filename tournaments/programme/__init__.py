"""The programme room: circuits, their seasons and ladders, and what the end of one gives.

It reads final results and writes none: a ladder is a function of results and rules alone (``season_points``), whatever
is kept of it may be thrown away. It must not know how a page of a tournament looks, nor any format or game by name.
"""
