"""An erasure with its job, as both are over some seconds later."""

from ledger.commands import Actor
from x610z_site.privacy import services
from x610z_site.privacy.models import Erasure
from x610z_site.privacy.tasks import erase

MOST_TURNS = 10


def job(user_id: int) -> None:
    """What workers do after the decision, to the end; a slow machine needs more than one turn."""
    for _turn in range(MOST_TURNS):
        erase(user_id)
        if not Erasure.objects.filter(pk=user_id).exists():
            return
    raise AssertionError(f"not over after {MOST_TURNS} turns")


def person_erase(*, actor: Actor, user_id: int) -> str:
    """The decision and the job."""
    pseudonym = services.person_erase(actor=actor, user_id=user_id)
    job(user_id)
    return pseudonym
