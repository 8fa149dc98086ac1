"""People: who signs in, under which public name, and the personal links that replace a password.

This room knows nothing about tournaments; a tournament refers to a person by user id alone.
"""
