"""Template tags of the shared parts."""
