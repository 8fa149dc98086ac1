"""Money of an event: the fee, who paid it and to whom, the till and its closing, refunds, prizes, paying online.

What was taken or given is a row that is reversed by another one and never edited. Knows no rounds: who has which place
it asks upward.
"""
