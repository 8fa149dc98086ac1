"""What the pages of X610Z need of Django; see :mod:`tournaments.games`."""
