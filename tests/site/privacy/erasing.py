"""An erasure with its job, as both are over some seconds later."""

from ledger.commands import Actor
from x610z_site.privacy import services
from x610z_site.privacy.models import Erasure
from x610z_site.privacy.tasks import erase


def job(user_id: int) -> None:
    """What a worker does after the decision, to the end."""
    erase(user_id)
    assert not Erasure.objects.filter(pk=user_id).exists()


def person_erase(*, actor: Actor, user_id: int) -> str:
    """The decision and the job."""
    pseudonym = services.person_erase(actor=actor, user_id=user_id)
    job(user_id)
    return pseudonym
