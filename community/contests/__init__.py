"""Contests for card makers: a brief, entries nobody can tell the maker of, jury, vote, and a set of the winners."""
