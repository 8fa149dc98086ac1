"""Contests where several write at once, on PostgreSQL."""
