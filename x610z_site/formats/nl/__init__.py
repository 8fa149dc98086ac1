"""Dutch dates."""
