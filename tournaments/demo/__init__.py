"""The demo room: one tournament day in the middle, made through the same services people use.

It knows every room's services and the engine's recorder. It must not know the floor above: who makes people and
personal links is submitted by the command that loads the demo.
"""
