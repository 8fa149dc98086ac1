"""Things that go wrong on purpose, with real servers and real processes: each a command with figures and a control.

``clusters``: PostgreSQL as production runs it (durable, archived, copied). ``hall``: a tournament being reported in,
and programs that go on reporting. ``page_steps``: the commands of a documentation page, read from it and run.
``site``, ``traffic``: processes of the site, and phones. ``restore``, ``upgrade``, ``nodes``: the drills themselves.
"""
