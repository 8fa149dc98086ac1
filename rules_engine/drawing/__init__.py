"""Games as pictures: the board as SVG, the panels beside it, the same in words; cards, skies and charts as well.

Knows the view of a game (plain data), no game's rules and no page. Texts stand in both languages side by side.
"""
