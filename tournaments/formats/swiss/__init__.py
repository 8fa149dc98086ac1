"""Swiss rounds: players with equal points meet."""
