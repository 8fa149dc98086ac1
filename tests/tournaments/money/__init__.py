"""Money of an event."""
