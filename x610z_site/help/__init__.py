"""The guides of ``docs/guide/`` as pages of the site, and which of their sections explains which page.

Knows no tournament and no person: a guide is the same for everybody.
"""
