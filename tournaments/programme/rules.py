"""The rules of a circuit as it stores them: taken from a preset, checked, and what is wrong named by its field."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from ledger.errors import Problem, UserError
from ledger.shapes import Json
from tournaments.season_points import CIRCUITS
from tournaments.season_points import Circuit as Rules
from tournaments.season_points.circuit_files import read_circuit, to_json
from tournaments.standings.model import Sentence, StandingsError

OWN = ("key", "name", "starts", "ends", "also")
"""Fields of a circuit's file that are columns or rows here."""
MOST_CLASSES, MOST_BANDS, MOST_WINDOWS, MOST_HONOURS = 8, 30, 24, 20
LEVELS = ("1", "2", "3")


def stored_rules(rules: Rules) -> Json:
    """Rules as a circuit stores them."""
    return {name: value for name, value in to_json(rules).items() if name not in OWN}


def preset_rules(key: str) -> Json:
    """The rules of a preset, its classes named in the language of whoever asks; raises UserError for an unknown one."""
    if key not in CIRCUITS:
        raise UserError("preset", _("Choose one of the presets."), field="preset")
    names = {
        "Evening": _("Evening"),
        "Championship": _("Championship"),
    }  # the other words are the same in Dutch
    rules = stored_rules(CIRCUITS[key])
    classes = [{**one, "name": names.get(one["name"], one["name"])} for one in rules["classes"]]
    return {**rules, "classes": classes}


def usual_levels(rules: Json) -> dict[str, str]:
    """Which class an event of its own counts as by its size, where classes are named after sizes; else nothing."""
    keys = [one["key"] for one in rules["classes"]]
    return dict(zip(LEVELS, keys, strict=False)) if keys == ["evening", "open", "championship"] else {}


def checked_rules(rules: object) -> Json:
    """Rules that mean something, as they are stored; raises UserError with every field that does not."""
    try:
        read = read_circuit(rules, "rules")
    except StandingsError as error:
        field = error.where if error.where.startswith("rules") else f"rules.{error.where}"
        raise UserError("circuit_wrong", said(error.message), field=field) from error
    sizes = (
        (len(read.classes), MOST_CLASSES, "rules.classes"),
        (max((len(one.bands) for one in read.classes), default=0), MOST_BANDS, "rules.classes"),
        (len(read.windows), MOST_WINDOWS, "rules.windows"),
        (len(read.honours), MOST_HONOURS, "rules.honours"),
    )
    for count, most, field in sizes:
        if count > most:
            raise UserError("too_many", _("At most %(most)s fit here.") % {"most": most}, field=field)
    return stored_rules(read)


def level_problems(rules: Json, by_level: object) -> list[Problem]:
    """What cannot be of the classes that own events count as by their size."""
    keys = {one["key"] for one in rules["classes"]}
    text = _("Choose one of the classes of this circuit.")
    if not isinstance(by_level, dict) or not set(by_level) <= set(LEVELS):
        return [Problem("by_level", text, "by_level")]
    return [
        Problem("by_level", text, f"by_level.{level}") for level, of in by_level.items() if of not in keys
    ]


def said(message: str) -> str:
    """What the pure package says, in the reader's language."""
    if isinstance(message, Sentence):
        return _(message.pattern) % message.params
    return _(message)


_SAID = (
    gettext_noop("at least one class is needed"),
    gettext_noop("must be at least 1"),
    gettext_noop("cannot be negative"),
    gettext_noop("the last day is before the first"),
    gettext_noop("must be among %(known)s"),
    gettext_noop("must be one of %(known)s"),
    gettext_noop("%(key)s stands there twice"),
    gettext_noop("places begin at 1"),
    gettext_noop("points cannot be negative"),
    gettext_noop("a field cannot be negative"),
    gettext_noop("each band ends at a later place than the one before it"),
    gettext_noop("a better place must never pay less, nor only in a larger field"),
    gettext_noop("windows must not overlap"),
    gettext_noop("the circuit has no such class"),
    gettext_noop("a rank is of the whole circuit, not of a class"),
    gettext_noop('must be points: 3, 2.5 or "5/2", not negative and of ordinary size'),
)
"""What `check_circuit` says of a field, for the catalogue."""
