"""Find the illegal move: puzzles for judges in training, and how well somebody knows each section of the rules.

Knows no tournament: its games were generated. The answer to a puzzle leaves the server only once one was given.
"""
