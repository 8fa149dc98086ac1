"""Who may read which deck list at which moment: the one place that decides it, for pages and for the API.

Four kinds of reader: the owner, the judges, everybody once the lists of the stage are open, and nobody else. Anyone who
may not read a list learns nothing of it: the answer is the one for a list that does not exist.
"""

from django.db.models import Q

from ledger.commands import Actor
from ledger.people import Person
from tournaments.entries.models import Entry
from tournaments.entries.questions import clock_runs_for
from tournaments.events.access import Right, actor_with
from tournaments.events.kinds import first_format, kind_of
from tournaments.events.models import Stage, Tournament
from tournaments.events.setting_words import CLOSED

State = Entry.State
PLAYED = (State.CHECKED_IN, State.DROPPED)
OWNER, STAFF, EVERYBODY = "owner", "staff", "everybody"


def list_reader(user: Person, tournament: Tournament) -> Actor | None:
    """The person as a judge who may read every list here, or None: a judge who plays here may meet any of them."""
    return actor_with(user, tournament, Right.DECKS)


def opened_entries(tournament: Tournament) -> Q:
    """The entries whose lists are open, as a condition; matches nothing while all are closed.

    What opens is a stage as a whole, at the one moment stored with it (S06): a knock-out opens the lists
    of those who play it, any other stage those of everybody who plays.
    """
    nobody = Q(pk__in=())
    if tournament.policy.lists == CLOSED:
        return nobody
    seen = nobody
    for stage in Stage.objects.filter(tournament=tournament, lists_opened_at__isnull=False):
        if kind_of(stage).knock_out and stage.seeds:
            seen |= first_format(tournament.policy).people(stage.seeds)
        else:
            seen |= Q(state__in=PLAYED)
    return seen


def open_list(tournament: Tournament, number: int) -> Entry | None:
    """The entry with this number if its list is open to everybody, with the registered revision."""
    handed_in = Entry.objects.filter(
        tournament=tournament, number=number, registration__current__isnull=False
    )
    return handed_in.filter(opened_entries(tournament)).select_related("registration__current").first()


def open_lists(tournament: Tournament) -> list[Entry]:
    """Every entry whose list is open, in alphabetical order, without the lists."""
    handed_in = Entry.objects.filter(tournament=tournament, registration__current__isnull=False)
    return list(handed_in.filter(opened_entries(tournament)).order_by("sort_name", "number"))


def readable_list(
    user: Person, tournament: Tournament, number: int
) -> tuple[Entry, str, Actor | None] | None:
    """The entry with this number and as whom this person reads its list, as staff in which role.

    None for anyone who may not know of it.
    """
    entry = (
        Entry.objects.filter(tournament=tournament, number=number, registration__isnull=False)
        .select_related("registration__current", "user")
        .first()
    )
    if entry is None:
        return None
    if user.is_authenticated and entry.user_id == user.pk and not older_than_link(entry):
        return entry, OWNER, None
    opened = open_list(tournament, number)
    if opened is not None:
        return opened, EVERYBODY, None
    judge = list_reader(user, tournament)
    return (entry, STAFF, judge) if judge is not None else None


def in_a_game(tournament: Tournament, entry: Entry) -> bool:
    """Whether this player is in a match whose time runs: from the start of the round's clock to the final result."""
    return tournament.state == Tournament.State.RUNNING and clock_runs_for(entry)


def older_than_link(entry: Entry) -> bool:
    """Whether a guest's list was written before the present link was opened, and lies closed for it.

    The desk makes links; a scorekeeper who makes one and opens it must not read what the guest submitted.
    """
    guest, registration = entry.user, entry.registration
    if not guest.guest_of or registration is None:
        return False
    written = [registration.draft_saved_at, registration.current.at if registration.current else None]
    moments = [moment for moment in written if moment is not None]
    return bool(moments) and (guest.guest_since is None or min(moments) < guest.guest_since)


def own_list_closed(tournament: Tournament, entry: Entry) -> bool:
    """Whether even the owner may not read the list now: during a game while lists are closed (M07).

    Or while a guest holds a newer link than the list: anyone who made that link may be holding it.
    """
    if older_than_link(entry):
        return not Entry.objects.filter(opened_entries(tournament), pk=entry.pk).exists()
    if not in_a_game(tournament, entry):
        return False
    return not Entry.objects.filter(opened_entries(tournament), pk=entry.pk).exists()
