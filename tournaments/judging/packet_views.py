"""The packet of evidence of a log, as JSON and as PDF: for judges of the tournament, like the log itself."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.shapes import Json
from rules_engine.packet import make_packet, write_packet
from tournaments.gamelogs.closer_views import opened_log
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.opened_game import LogView
from tournaments.gamelogs.pictures import as_png, position_svg
from tournaments.gamelogs.replay import pool_of
from tournaments.gamelogs.terms import terms_of
from tournaments.gamelogs.viewer import evidence, verdict_context, verdict_words
from tournaments.gamelogs.voices import voice_words
from tournaments.recordings.models import Recording
from tournaments.recordings.replayed import replayed, with_gaps
from tournaments.recordings.sayings import proof_of

from .packet_pdf import packet_pdf, report_lines

AROUND = 5  # lines before the finding that are printed


def packet_of(log: GameLog) -> Json:
    """The packet of a stored log: made without any registered list, and the same every time."""
    match = log.match
    about = {
        "tournament": match.tournament.slug,
        "round": match.round.number,
        "table": match.table,
        "game": log.game_number,
        "submitted_at": log.submitted_at.isoformat(),
        "stored_verdict": log.verdict,
        "evidence_class": evidence(log)[0],
    }
    recorded = with_gaps(Recording.objects.filter(log=log).select_related("match__round__tournament"))
    recording = recorded.first() if log.recorded else None
    if recording is not None:
        game = replayed(recording)
        about["voices"] = proof_of(recording, game.rows, game.session)
    return make_packet(
        bytes(log.original), terms=terms_of(log), pool=pool_of(log), about=about, lenient=log.recorded
    )


@login_required
@never_cache
@require_safe
def packet(request: HttpRequest, slug: str, log_id: str, kind: str) -> HttpResponse:
    """The packet of a checked log as a file."""
    _tournament, log, opened = opened_log(request, slug, int(log_id))
    made = packet_of(log)
    name = f"packet-log-{log.pk}"
    if kind == "json":
        response = HttpResponse(write_packet(made), content_type="application/json")
    else:
        response = HttpResponse(_printed(log, opened, made, f"{name}.json"), content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def _printed(log: GameLog, opened: LogView, made: Json, file: str) -> bytes:
    verdict = verdict_context(log, opened)
    words = {"round": log.match.round.number, "table": log.match.table, "game": log.game_number}
    title = f"{log.match.tournament.name}: {_('Round %(round)s, table %(table)s, game %(game)s') % words}"
    # The packet leaves the room, and what the registered lists say does not: as in the file beside it.
    found = [verdict_words(log.verdict), verdict["text"], verdict["rule_words"]]
    if verdict["said"]:
        found.append(
            _("Line %(number)s says: %(said)s.") % {"number": verdict["step"], "said": verdict["said"]}
        )
    step = opened.first_shown()
    evidence_class, why = verdict["evidence"]
    shown = range(max(step - AROUND, 1), step + 1)
    parts = [
        (_("What the rules engine found"), [line for line in found if line]),
        (
            _("The lines up to there") if verdict["step"] else _("The last lines"),
            [f"{number}  {opened.sentence(number)}" for number in shown],
        ),
        *([(_("What was legal at this moment"), verdict["alternatives"])] if verdict["alternatives"] else ()),
        (
            _("Evidence of class %(number)s") % {"number": evidence_class},
            [f"{capfirst(why)}.", *voice_words(log.voices)],
        ),
        *report_lines(made, file),
        (_("Printed"), [f"{timezone.localtime():%d-%m-%Y %H:%M}"]),
    ]
    names = " – ".join(opened.seat_names().values())
    # The position before the line that broke a rule: what the players saw when it was announced.
    before = max(step - 1, 0) if not opened.ok(step) else step
    return packet_pdf(title, names, parts, as_png(position_svg(opened, before, title)))
