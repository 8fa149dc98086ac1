"""The live page of every part at ``/style/``, and the renderer that gives every Django form the look of the parts.

It must not know any tournament: its samples are made up.
"""
