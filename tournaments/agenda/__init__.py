"""A person's agenda: what they entered, the friendly games they planned, and the friends who may see it.

It knows people, clans, events, rounds and practice games, and no page of the hall. What other rooms plan for a person
they register as a source (``sources.py``).
"""
