"""`python -m tournaments.season_points FILE`: the ladder of a season without the site."""

import sys

from tournaments.season_points.cli import main

sys.exit(main())
