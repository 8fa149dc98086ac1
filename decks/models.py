"""All tables of this floor, for Django's discovery; each lives in its room."""

from .registration.models import DeckRevision, Registration

__all__ = ["DeckRevision", "Registration"]
