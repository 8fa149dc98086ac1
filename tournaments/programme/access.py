"""Who may see a circuit, and who runs it: roles in its organization, never global."""

from django.http import Http404

from ledger.commands import Actor
from ledger.people import Person
from tournaments.organizations.access import ORGANIZING, require_role
from tournaments.organizations.selectors import roles_in

from .models import Circuit


def access_circuit(user: Person, organization: str, circuit: str) -> Circuit:
    """A circuit of an organization that has not ended, or 404; one in preparation for those who belong to it alone."""
    found = Circuit.objects.select_related("organization").filter(
        slug=circuit, organization__slug=organization, organization__ended_at=None
    )
    one = found.first()
    if one is None or (one.hidden and not roles_in(user, one.organization)):
        raise Http404
    return one


def require_organizer(user: Person, circuit: Circuit) -> Actor:
    """The person as somebody who runs this circuit, or 403."""
    return require_role(user, circuit.organization, *ORGANIZING)


def runs(user: Person, circuit: Circuit) -> bool:
    """Whether a person runs this circuit."""
    return bool(roles_in(user, circuit.organization) & set(ORGANIZING))
