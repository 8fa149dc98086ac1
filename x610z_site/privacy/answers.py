"""What the rooms below ask of people's choices and of guardians."""

from django.db.models import Q

from ledger.commands import Actor
from ledger.shapes import Done
from tournaments.entries import questions as of_entries
from x610z_site.accounts import questions as of_accounts

from .choice_services import guardian_give


@of_accounts.guardian_given.answered_by
def guardian_given(young: Actor, contact: str) -> Done:
    """A player of 12 to 15 said while signing up how to reach a guardian."""
    return guardian_give(actor=young, contact=contact)


@of_entries.waits_for_guardian.answered_by
def waits_for_guardian(path: str) -> Q:
    """Somebody of 12 to 15 whose guardian no desk has spoken with."""
    return Q(**{f"{path}guardian__isnull": False, f"{path}guardian__confirmed_at": None})


@of_entries.shows_real_name.answered_by
def shows_real_name(path: str) -> Q:
    """Who shows it to everybody; somebody of 12 to 15 only once a desk has spoken with the guardian."""
    may = Q(**{f"{path}guardian": None}) | Q(**{f"{path}guardian__confirmed_at__isnull": False})
    return may & Q(**{f"{path}is_active": True, f"{path}privacy_choice__shows_real_name": True})
