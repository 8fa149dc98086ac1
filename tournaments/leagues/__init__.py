"""Weeks-long play: a tournament whose rounds are windows of days, and whose tables make appointments.

It pairs nothing and counts nothing: windows are rounds, results are reported and ruled as in a hall. It must not know
what a format is, nor what anybody's page of the hall looks like.
"""
