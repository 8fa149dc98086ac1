"""What an organizer's settings will do: the form, the job that plays them many times, and the pictures of the answer.

A forecast belongs to the person who asked for it and changes nothing in any tournament. The simulator plays; this room
must not know how.
"""
