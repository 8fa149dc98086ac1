"""The ground: servers, supervisor, live updates, settings, requirement files."""
