"""Games that nobody played: random ones that keep every rule, games by keyword, planted faults, and puzzles of them.

For everybody who practises: the demo, the board to practise on, judges in training, tests. Numbers follow from a seed.
"""
