"""A second referee of X610Z: slow, literal, and written from the rule documents alone.

Nothing here reads the rules engine's own rule code; it shares only the formats of cards, boards, rulings and logs
with it. Two judges who never spoke to each other are compared line by line: where they differ, the text of the rule
decides (``python -m tests.referee compare``).
"""
