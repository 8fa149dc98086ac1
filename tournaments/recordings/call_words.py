"""What a recording says of calling somebody (a judge, or the organizer where nobody is a judge), and of time."""

from django.utils.translation import gettext as _

from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match


def time_ends(match: Match | None) -> str:
    """What follows when a game ends because its time is up (106.1a), said before anybody says so."""
    words = _("Does this game end now because the time is up? Then it is a draw (106.1a): nobody wins it.")
    more = format_of(match.round.stage).when_level() if match is not None else ""
    return f"{words} {more}".rstrip()


def call_words(*, judge_here: bool) -> dict[str, str]:
    """The words by where they stand; of a game that is practised, whose phones call nobody, those of a judge."""
    if judge_here:
        return {
            "call": _("Call a judge"),
            "lead": _("A call stops the recording on every phone until the judge has ruled."),
            "conflict": _(
                "The two phones have different lines. Decide together which is right, or call a judge."
            ),
            "stopped": _("Judge called"),
            "stopped_lead": _("A judge has been called. Leave everything as it is."),
            "waits": _("Waiting for the judge."),
            "past_undoing": _("A card was drawn, shown or shuffled since then. Only a judge can undo that."),
            "something": _(
                "What really happened? It is recorded as it was; if the other side does not agree, call a judge."
            ),
            "go_on": _("We no longer need a judge"),
        }
    return {
        "call": _("Stop the recording"),
        "lead": _("It stops on every phone. Ask the organizer to come."),
        "conflict": _(
            "The two phones have different lines. Decide together which is right, or ask the organizer to come."
        ),
        "stopped": _("Recording stopped"),
        "stopped_lead": _(
            "The recording is stopped. Leave everything as it is, and ask the organizer to come."
        ),
        "waits": _("Waiting for the organizer."),
        "past_undoing": _(
            "A card was drawn, shown or shuffled since then. Only the organizer can undo that."
        ),
        "something": _(
            "What really happened? It is recorded as it was; if the other side does not agree, ask the organizer."
        ),
        "go_on": _("Go on recording"),
    }
