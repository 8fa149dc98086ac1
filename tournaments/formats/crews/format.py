"""Crews meet by points, and no two twice as long as there is another way."""

from collections.abc import Mapping, Sequence

from django.template.loader import render_to_string
from django.urls import path
from django.utils.translation import gettext as _

from ledger.errors import Problem
from ledger.people import Account
from tournaments.entries.crews import require_crews
from tournaments.entries.models import Entry
from tournaments.entries.team_services import is_captain
from tournaments.events.kinds import Late
from tournaments.events.models import Tournament
from tournaments.events.plans import cut_for
from tournaments.events.policy import CREW_SIZE, CREWS, SWISS, Policy, StagePlan, rounds_for
from tournaments.formats.by_table import explained
from tournaments.formats.swiss.format import Swiss
from tournaments.pairing.crews import crew_score, crew_winner
from tournaments.rounds.formats import Explanation
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.tables import Table, active_keys
from tournaments.rounds.units import Line, Unit
from tournaments.standings import Match as Played

from .field import crew_lines, crew_matches, crew_names, crews_of, letters_of
from .scores import crew_score_of, crew_scores
from .tables import crew_pairings, crew_tables
from .views import crew_report


class Crews(Unit):
    """A crew is known by the key of its captain; its match is up to three matches at neighbouring tables."""

    alone = False
    fetch = "seats__entry__team__captain"

    def heading(self) -> str:
        """A crew."""
        return _("Crew")

    def lines(self, tournament: Tournament, lines: list[Line]) -> list[Line]:
        """Every crew in the place of its captain."""
        return crew_lines(lines, crews_of(tournament))

    def played(self, tournament: Tournament, *, through: int | None) -> list[Played]:
        """Crew matches, seats won in the place of games won."""
        return crew_matches(tournament, crews_of(tournament), through=through)

    def names(self, tournament: Tournament) -> dict[str, str]:
        """The crews' names."""
        return crew_names(tournament)

    def here(self, tournament: Tournament) -> list[str]:
        """Every crew of which somebody plays on."""
        present = set(active_keys(tournament))
        return [crew.key for crew in crews_of(tournament) if present & set(crew.members)]

    def boards(self, tournament: Tournament, pairings: Sequence[Table]) -> list[Table]:
        """Seat against seat."""
        return crew_tables(pairings, crews_of(tournament), set(active_keys(tournament)))

    def pairings(self, tournament: Tournament, boards: Sequence[Table]) -> list[Table]:
        """Which crews meet at these tables."""
        return crew_pairings(boards, crews_of(tournament))

    def winner(self, tournament: Tournament, matches: Sequence[Match], seeds: Sequence[str]) -> str | None:
        """Who won more seats; of as many on both sides the higher seed."""
        keys = _crews(matches)
        lead = crew_winner(_score(matches))
        return keys[lead] if lead is not None else min(keys, key=list(seeds).index)

    def score(self, tournament: Tournament, matches: Sequence[Match]) -> dict[str, int]:
        """Seats won."""
        return dict(zip(_crews(matches), _score(matches)[:2], strict=True))

    def reporter(self, match: Match, user: Account | None) -> Seat | None:
        """One's own seat, or as captain the one of a member of the crew."""
        seats = Seat.objects.filter(match=match).select_related("entry")
        own = seats.filter(entry__user=user).first()
        return own or seats.filter(entry__team__captain__user=user).first()

    def overview(self, tournament: Tournament, matches: Sequence[Match]) -> str:
        """Who meets whom, and the seats won so far."""
        return render_to_string("formats/crews/scores.html", {"crews": crew_scores(tournament, matches)})

    def own(self, entry: Entry, round_: Round, context: Mapping[str, object]) -> str:
        """Every seat of their own crew's match; a captain may report for the others."""
        from tournaments.rounds.selectors import matches_of

        crew = crew_score_of(entry, matches_of(round_))
        match = context["match"]
        more = {
            "crew": crew,
            "captain": is_captain(entry),
            "own_pk": match.pk if isinstance(match, Match) else None,
        }
        return render_to_string("formats/crews/mine.html", {**context, **more})


def _crews(matches: Sequence[Match]) -> list[str]:
    """The keys of the two crews of these matches, fetched with captains."""
    seats = sorted(matches[0].seats.all(), key=lambda seat: seat.position)
    return [seat.entry.team.captain.key for seat in seats if seat.entry.team is not None]


def _score(matches: Sequence[Match]) -> tuple[int, int, int]:
    return crew_score(letters_of(match.kind, match.outcome) for match in matches if match.outcome is not None)


class CrewRounds(Swiss):
    """Swiss rounds of crews."""

    kind = CREWS
    rank = 5  # before Swiss: an event of crews is paired by points as well
    templates = ()
    unit = Crews()
    late = Late.NEVER
    mendable = by_hand = decisions = awards = simulated = False
    urlpatterns = (path("t/<slug:slug>/crew/<int:match_id>/", crew_report, name="crew_report"),)

    def begins(self, policy: Policy) -> bool:
        """Where players enter as crews."""
        return bool(policy.crews)

    def problems(self, policy: Policy) -> list[Problem]:
        """Crews meet by points before any knock-out."""
        if policy.pairing == SWISS:
            return []
        text = _("Crews are paired by points. Choose a kind of tournament that does that.")
        return [Problem("crews_swiss", text, "crews")]

    def plan(self, policy: Policy, entries: int) -> StagePlan:
        """Rounds as for players, but by the table never so many that two crews would have to meet again."""
        crews = entries // CREW_SIZE
        rounds = rounds_for(policy, crews)
        if not policy.rounds:
            rounds = min(rounds, max(crews - 1 + crews % 2, 1))
        return StagePlan(self.kind, rounds, cut_for(policy, crews))

    def team_size(self, policy: Policy) -> int:
        """Three of one clan."""
        return CREW_SIZE

    def require(self, tournament: Tournament) -> None:
        """Every crew is whole and here."""
        require_crews(tournament)

    def why(self, tournament: Tournament, round_: Round, entry: Entry) -> Explanation:
        """The rule in two sentences."""
        reasons = [
            _("Crews with equal points meet, and no two crews meet twice if it can be avoided."),
            _("The first seat of one crew meets the first seat of the other, and so on."),
        ]
        return explained(round_, entry, reasons)
