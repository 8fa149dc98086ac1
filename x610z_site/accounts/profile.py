"""A person's own page: where they play next, how their year went, and which of it others see.

Everything here is of the person who reads; what others see of it is decided elsewhere and only said here.
"""

from operator import attrgetter

from django.utils.translation import gettext as _

from ledger.people import Account
from ledger.shapes import Context
from tournaments.clans.models import Membership
from tournaments.display import player
from tournaments.entries.models import Entry
from tournaments.entries.questions import PAGE_WORDS
from tournaments.events.access import Right
from tournaments.events.models import Tournament
from tournaments.events.selectors import invitations_of
from tournaments.organizations.selectors import asked_of, organizations_of
from tournaments.programme.invitation_selectors import waiting_places
from tournaments.rounds.field import ABSENT

from .questions import Shown, shown_of
from .selectors import OVER, Own, entries_of, own_entries, person_of, roles_of

MOST_COMING = 12
"""Tournaments to come on the page; the others stand in the agenda."""
FINISHED = Tournament.State.FINISHED
AWAY = (Entry.State.WITHDRAWN, Entry.State.NO_SHOW)


def profile_of(user: Account, asked: str) -> Context:
    """The context of ``accounts/profile.html``; ``asked``: the year whose results to show, else the newest."""
    own = own_entries(user)
    coming = _coming(own)
    ended = [one for one in own if one.tournament_state == FINISHED and one.state not in ABSENT]
    years, year, of_year = player.year_of(ended, asked, attrgetter("starts_at"))
    entries = entries_of([*coming[:MOST_COMING], *of_year])
    several = len(coming[:MOST_COMING])
    played = player.played_of(entries[several:])
    person, shown = person_of(user), shown_of(user.pk or 0)
    waits = vars(person)
    membership = getattr(person, "clan_membership", None)
    return {
        "invitations": invitations_of(user) if waits["invited"] else [],
        "asked": asked_of(user) if waits["asked"] else (),
        "places": waiting_places().filter(user=user) if waits["places"] else (),
        "organizations": organizations_of(user),
        "coming": entries[:several],
        "more": len(coming) > MOST_COMING,
        "years": years,
        "year": year,
        "played": played,
        "uncounted": not all(one.counted for one in played),
        "season": player.season_chart(played, year),
        **_roles(user),
        "clan": membership.clan if membership is not None else None,
        "shown": shown,
        "recovery": waits["recovery"],
        **who_sees(user, membership, shown),
    }


def _coming(own: list[Own]) -> list[Own]:
    """What is not over for somebody: what is being played first, then what comes soonest."""
    coming = [one for one in own if one.tournament_state not in OVER and one.state not in AWAY]
    now = [one for one in coming if one.tournament_state == Tournament.State.RUNNING]
    return [*now, *(one for one in reversed(coming) if one not in now)]


def _roles(user: Account) -> Context:
    """Where somebody works: as ``working`` the events that are being played, each with whether they judge it.

    Those where a table waits for them come first.
    """
    roles = roles_of(user)
    working = [one for one in roles if one.tournament.state == Tournament.State.RUNNING]
    working.sort(key=lambda one: one.role not in Right.RULE.roles or not vars(one)["calls"])
    return {
        "working": [(one, one.role in Right.RULE.roles) for one in working],
        "roles": [one for one in roles if one not in working],
    }


def who_sees(user: Account, membership: Membership | None, shown: Shown) -> Context:
    """In plain words what ``everybody`` sees of this person, and what is ``closed`` to others."""
    everybody = [_("Your display name and your results, in each tournament")]
    closed = [_("Where you play next, all together, and your notices")]
    if shown.real_name:
        everybody.append(_("Your real name, in the player lists of your tournaments"))
    elif getattr(user, "real_name", ""):
        closed.append(_("Your real name: only the staff of tournaments you enter read it"))
    if membership is not None:
        text = _("That you are in the clan %(clan)s") % {"clan": membership.clan.name}
        (everybody if membership.shown else closed).append(text)
    if not shown.code:
        closed.append(_("Your tournaments together: you have no player page"))
        return {"everybody": everybody, "closed": closed}
    on_page = [str(word) for part, word in PAGE_WORDS.items() if part in shown.parts]
    hidden = [str(word) for part, word in PAGE_WORDS.items() if part not in shown.parts]
    if on_page:
        everybody.append(_("On your player page: %(parts)s") % {"parts": ", ".join(on_page)})
    if hidden:
        closed.append(_("Not on your player page: %(parts)s") % {"parts": ", ".join(hidden)})
    return {"everybody": everybody, "closed": closed}
