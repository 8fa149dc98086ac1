"""How the site is: health that is red when nothing can be written, metrics, the operator's page.

Knows numbers and the names of routes; never a person, an address or a text that somebody typed.
"""
