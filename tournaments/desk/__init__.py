"""The desk: what staff see and do while the day runs: the next step, drafts, results, slips, decisions, one player.

Pages and the commands that only they start. How a round is made and how a result is stored is the room ``rounds``; how
something that stands is changed, the room ``mending``.
"""
