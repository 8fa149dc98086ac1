"""What people follow: organizations, clans, events, and players who allow it; no more than public pages say."""
