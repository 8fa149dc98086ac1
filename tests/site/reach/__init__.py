"""Reaching people and programs."""
