"""Submitted game logs, the replay jobs, their verdicts and the judge's viewer.

The only room that imports the rules engine's replay; it never rules, a judge does.
"""
