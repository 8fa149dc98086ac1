"""What every game shares: the log, recorded answers, violations, reports and digests. Knows no game."""
