"""Events with something of everything, all of it done by commands."""

from ledger.audits import differences
from tests.halls import kept
from tests.ledger.an_event import verified
from tests.tournaments import hall
from tournaments.entries.reading_services import secret_read
from tournaments.events.models import Tournament
from tournaments.judging.penalty_services import penalty_give
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_correct, result_report
from tournaments.submissions.services import deck_submit


@kept
def played() -> Tournament:
    """Two rounds complete, a result corrected, one round going on; lists handed in by the service."""
    from tests.decks.lists import legal_text
    from tournaments.entries.services import entry_check_in, entry_create, tournament_start
    from tournaments.events.services import tournament_open_check_in, tournament_open_entry

    tournament = hall.make_tournament()
    hall.tell(tournament)
    organizer = hall.organizer_of(tournament)
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    entries = []
    for _number in range(5):
        actor = hall.Actor(hall.make_user(), "player")
        entries.append(entry_create(actor=actor, tournament=tournament)["entry"])
        deck_submit(actor=actor, tournament=tournament, text=legal_text())
    tournament_open_check_in(actor=organizer, tournament=tournament)
    for entry in entries:
        entry_check_in(actor=organizer, tournament=tournament, entry_id=entry)
    tournament_start(actor=organizer, tournament=tournament)
    tournament.refresh_from_db()
    hall.play(tournament, 1)
    match = Match.objects.filter(round__number=1, kind="played").order_by("table")[0]
    result_correct(
        actor=organizer,
        tournament=tournament,
        match_id=match.pk,
        said=(1, 2, 0),
        reason="sheet read again",
        version=match.version,
    )
    hall.play(tournament, 2)
    hall.publish(tournament, 3)
    going = Match.objects.filter(round__number=3, kind="played").order_by("table")[0]
    player = hall.Actor(going.seats.all()[0].entry.user, "player")
    result_report(actor=player, tournament=tournament, match_id=going.pk, said=(2, 0, 0))
    assert verified() == (True, verified()[1])
    return tournament


@kept
def judged(played: Tournament) -> Tournament:
    """A warning was given, and a list was read."""
    entry, judge = played.entries.all()[0], hall.staff_actor(played, "head_judge")
    hall.tell(played)
    penalty_give(
        actor=judge,
        tournament=played,
        entry_number=entry.number,
        code="T1",
        level="warning",
        reason="first time",
    )
    secret_read(actor=judge, tournament=played, kind="list", entries=[entry.pk])
    assert [*differences()] == []
    return played
