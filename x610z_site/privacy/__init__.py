"""What the site keeps about a person: shown in plain words, given as a file, forgotten on request and after its time.

It knows every room's tables, for a person leaves traces in all of them; `inventory.py` lists each. It must not know
the pages: nothing below and beside it reads this room.
"""
