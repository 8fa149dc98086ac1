"""The public REST API: read-only views of what the public pages show."""
