"""The site without network: the rules engine for browsers and the service worker of a player's own pages.

`fetch.py` gets the Python runtime for browsers behind the running site, `bundle.py` packs our own engine, `views.py`
serves both and the two workers. Knows no tournament; the pages that use it say what may be kept.
"""
