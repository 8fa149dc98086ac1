"""Tests of what the hall sees."""
