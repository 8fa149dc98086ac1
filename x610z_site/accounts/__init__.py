"""People: who signs in, how and where, under which public name; guests of one tournament and their links.

This room knows nothing about tournaments; a tournament refers to a person by user id alone.
"""
