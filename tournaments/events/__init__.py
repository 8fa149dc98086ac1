"""The tournament itself: policy, stages, staff, approval and life cycle.

Knows people and roles; knows nothing of entries, rounds or logs.
"""
