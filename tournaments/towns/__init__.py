"""The towns of the Netherlands and Belgium, distances between places, the outline of both countries: plain data.
Knows no Django, no database and no event.
"""
