"""The imports room: a finished event from a file becomes a real tournament with entries, rounds and results.

It knows the file formats of the standings room and writes the rows of the events, entries and rounds rooms in
one command. It must not know who may see a tournament, and it never touches a tournament that is being played.
"""
