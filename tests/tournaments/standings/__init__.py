"""Tests of the standings room."""
