"""What a tournament pins about decks: the day whose lists count, the acts as an organizer types them."""

from datetime import date

from django.utils.timezone import localtime

from .models import Tournament


def deck_day(tournament: Tournament) -> date:
    """The day whose lists of the office count: the day the tournament starts, in the site's time."""
    return localtime(tournament.starts_at).date()


def acts_of(text: str) -> list[str]:
    """Acts as an organizer types them ("D1, D2"), each once."""
    return list(dict.fromkeys(part for part in text.replace(",", " ").replace(";", " ").split() if part))
