"""Who said the lines of a recorded game, in words: beside its class of evidence, on the page and in the packet."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.shapes import Json

WAITING: Mapping[str, object] = {
    "provisional": gettext_lazy("Recorded by another player’s phone, not confirmed"),
    "away": gettext_lazy("Recorded by another player while this player’s phone was away, not confirmed"),
    "unagreed": gettext_lazy("Against a rule, and the other side has not agreed"),
    "named": gettext_lazy("Card of another player, named by somebody else and not confirmed"),
    "scribe": gettext_lazy("Recorded for the other player by whoever wrote for the table, not confirmed"),
}


def voice_words(voices: Json) -> list[str]:
    """Sentences about signatures and what nobody has confirmed; none for a log that was not recorded here."""
    if not voices.get("lines"):
        return []
    unsigned = list(voices["unsigned"])
    if not unsigned:
        said = [_("Every line carries the signature of the phone that recorded it.")]
    elif len(unsigned) >= voices["lines"]:
        said = [_("No line carries the signature of a phone.")]
    else:
        said = [_("Lines without the signature of a phone: %(lines)s.") % {"lines": ranges(unsigned)}]
    if voices.get("objected"):
        said.append(
            _("A player says that this is not so: %(lines)s.") % {"lines": ranges(voices["objected"])}
        )
    return said + [f"{WAITING[how]}: {ranges(lines)}." for how, lines in sorted(voices["waiting"].items())]


def ranges(numbers: list[int]) -> str:
    """Numbers in order, those that follow on each other together: 3, 7-9."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, one)) for one in found)
