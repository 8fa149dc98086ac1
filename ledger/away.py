"""The one error that waiting mends."""

from django.db import OperationalError


class DatabaseAway(OperationalError):
    """The server of the database is not reached, now or a moment ago; nothing can be known or stored."""
