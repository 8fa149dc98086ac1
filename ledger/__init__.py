"""The memory of the hall: one append-only row per command, idempotency keys, the outbox, live versions.

Every room writes through ``commands.command``; this room must not know what any command means.
"""
