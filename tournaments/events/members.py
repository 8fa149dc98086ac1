"""Who of an organization can work at one of its events, and as what: they said yes to such work when they joined it."""

from tournaments.organizations.models import Member

from .models import Staff, Tournament

_Role, _Member = Staff.Role, Member.Role
SUITS: dict[str, tuple[str, ...]] = {
    _Member.OWNER: tuple(_Role.values),
    _Member.ORGANIZER: tuple(_Role.values),
    _Member.JUDGE: (_Role.JUDGE, _Role.HEAD_JUDGE),
    _Member.HELPER: (_Role.SCOREKEEPER, _Role.DOOR),
}
"""The roles of an event that suit a role of an organization."""


def roles_to_offer(tournament: Tournament) -> list[tuple[int, str, str]]:
    """Who (id and shown name) can be given which role here and does not have it yet, by name."""
    if tournament.organization_id is None:
        return []
    given = set(Staff.objects.filter(tournament=tournament).values_list("user_id", "role"))
    members = Member.objects.filter(organization=tournament.organization_id, user__is_active=True)
    rows = members.select_related("user").order_by("user__sort_name", "user_id")
    offered = {
        (row.user_id, row.user.display_name, role): None
        for row in rows
        for role in SUITS.get(row.role, ())
        if (row.user_id, role) not in given
    }
    return list(offered)
