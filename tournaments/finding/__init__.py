"""Finding an event: one query of text, game, day, place and more, whose filters live in the address, and what is made
of it: a list, a month, a map, feeds, and a word to those who keep it. Beside each tournament that everybody may know of
it keeps one narrow row that it can make again at any time. It must not know rounds, results or who is looking.
"""
