"""Rounds, matches, tables, the clock, reports, disputes and corrections.

The only room that writes results. Uses the pure packages ``pairing`` and ``standings``.
"""
