"""Mutation testing of the pure packages: break one thing at a time and see whether a test notices.

`make mutants` (or `python -m tests.mutation --help`) runs it. Common tools mutate neither tables of data nor
decorated functions and start Python anew for each mutant; these two packages are half tables, and must be run often.
"""
