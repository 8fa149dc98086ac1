"""`python -m tournaments.standings FILE --preset mtg`: standings without the site."""

import sys

from tournaments.standings.cli import main

sys.exit(main())
