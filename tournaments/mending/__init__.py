"""Changing what stands: repair a round, exchange two players, move a table, withdraw or reopen a round, restore a day.

All of these are one act (``act_services.py``): a plan is made of how things are, somebody agrees to exactly this plan
by its token and says why, it is done, and everyone it concerns is told.
"""
