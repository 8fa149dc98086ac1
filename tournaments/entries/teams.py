"""Teams of a tournament: who is in one, and where their decks together break the team restriction.

Counts of cards come out of here. They are for the captain of that team and the judges alone; whether this person may
have them, the caller decides before asking.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks.cards.pools import card_pool
from ledger.errors import UserError
from rules_engine.games import game_of
from rules_engine.kernel.decklist import DeckList
from tournaments.events.models import Tournament
from tournaments.events.policy import LIMITED

from .models import Entry, Team, TeamAttempt

RULE = "G.team-restriction"


@dataclass(frozen=True)
class TeamView:
    """A team with its members in seat order. ``conflicts`` stays empty for anyone who may not have counts.

    ``waiting``: why a crew cannot check in yet.
    """

    team: Team
    members: tuple[Entry, ...]
    conflicts: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()


def shares_restriction(tournament: Tournament) -> bool:
    """Whether a team restriction counts here: not in limited play (policy question 6), nor where a game has none."""
    return tournament.format != LIMITED and game_of(tournament.game).decks.team_check is not None


def team_of(entry: Entry) -> Team | None:
    """The team an entry is in, with its members and their lists; two queries."""
    return _with_lists(Team.objects.filter(pk=entry.team_id)).first() if entry.team_id else None


def teams_of(tournament: Tournament) -> list[Team]:
    """Every team of a tournament with its members and their lists; two queries."""
    return list(_with_lists(Team.objects.filter(tournament=tournament)))


def members_of(team: Team) -> tuple[Entry, ...]:
    """The members in the order of their seats."""
    return tuple(
        sorted(team.members.all(), key=lambda one: seat_key(team.seats, one.pk, one.number, team.captain_id))
    )


def seat_key(seats: Sequence[int], entry_id: int, number: int, captain_id: int) -> tuple[int, bool, int]:
    """Sorts the members of a team: as the captain said, who is not in it behind; else the captain first, then by entry.

    ``seats``: ids of entries (:attr:`Team.seats`).
    """
    said = seats.index(entry_id) if entry_id in seats else len(seats)
    return said, entry_id != captain_id, number


def team_view(tournament: Tournament, team: Team, *, counts: bool) -> TeamView:
    """A team for a page; with ``counts`` also what its decks, as the members want them now, break."""
    members = members_of(team)
    conflicts = team_conflicts(tournament, members) if counts else ()
    return TeamView(team, members, tuple(conflicts))


def team_conflicts(
    tournament: Tournament, members: Sequence[Entry], wanted: Mapping[int, DeckList] | None = None
) -> list[str]:
    """Each card of which the team holds too many: "Waste: 5 of 4 (Ann2 Bob2 Cem1)", in the reader's language.

    ``wanted``, by id of an entry, stands in the place of that member's list. Without it a list that was refused counts
    for its member, so that captain and judge see why.
    """
    check = game_of(tournament.game).decks.team_check
    if check is None or not shares_restriction(tournament):
        return []
    names = _names(members)
    decks = {names[one.pk]: _deck(one, wanted) for one in members}
    problems = check(decks, card_pool(tournament.game, tournament.pool_key))
    return [problem.sentence(get_language() or "en") for problem in problems]


def require_restriction(tournament: Tournament) -> None:
    """Refuse the start while the decks of a team that is here break its restriction together.

    They were checked when they were submitted; a restriction written on a card since then is found here. The names
    of the teams are all that is said: anyone who starts a tournament may not read lists.
    """
    broken = []
    for team in teams_of(tournament) if shares_restriction(tournament) else []:
        members = members_of(team)
        if any(one.active for one in members) and team_conflicts(tournament, members, wanted={}):
            broken.append(team.name)
    if broken:
        raise UserError(
            "team_restriction",
            _(
                "The decks of these teams break a team restriction: %(names)s. Their captains and the judges can "
                "see which cards on the teams page."
            )
            % {"names": ", ".join(broken)},
            rule=RULE,
        )


def _with_lists(teams: QuerySet[Team]) -> QuerySet[Team]:
    members = Entry.objects.select_related("registration__current", "team_attempt")
    return teams.select_related("clan").prefetch_related(Prefetch("members", members))


def _deck(entry: Entry, wanted: Mapping[int, DeckList] | None) -> DeckList:
    """The list that counts for a member: as wanted, else refused (only for a reader), else submitted, else none."""
    if wanted is not None and entry.pk in wanted:
        return wanted[entry.pk]
    attempt = _attempt(entry) if wanted is None else None
    if attempt is not None:
        return DeckList(attempt.main, attempt.sideboard)
    current = entry.registration.current if entry.registration is not None else None
    return DeckList(current.main, current.sideboard) if current is not None else DeckList({})


def _attempt(entry: Entry) -> TeamAttempt | None:
    try:
        return entry.team_attempt
    except TeamAttempt.DoesNotExist:
        return None


def list_was_refused(entry: Entry) -> bool:
    """Whether the last list of this member was refused because of the team."""
    return _attempt(entry) is not None


def _names(members: Sequence[Entry]) -> dict[int, str]:
    """How members are called before their count: two of one name by number, a name that ends in a digit with ×."""
    same = Counter(one.name for one in members)
    names = {}
    for one in members:
        name = one.name if same[one.name] == 1 else f"{one.name} #{one.number}"
        names[one.pk] = f"{name}×" if name[-1:].isdigit() else name
    return names
