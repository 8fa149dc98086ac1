"""The rules engine: pure Python, knows the games; no Django, no database, no clock, no dice."""
