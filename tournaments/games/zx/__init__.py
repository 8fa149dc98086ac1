"""What the pages of Z/X need of Django; see :mod:`tournaments.games`."""
