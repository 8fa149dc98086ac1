"""Boards as data: one JSON file per board version."""
