"""Reaching people and programs: notices (page, mail, push), calendars of one's own events, webhooks.

It is told what happened by the outbox and by the ledger's rows, and writes nothing about a tournament. It must not
know why something happened, nor who may see the rest: a notice holds numbers and links to the page that decides.
"""
