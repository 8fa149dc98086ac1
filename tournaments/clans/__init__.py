"""The clans room: registered groups of players, who is in one, and the link that invites (glossary G.clan).

It knows people and the ledger. It must not know tournaments: an entry asks for somebody's clan, never the other way.
"""
