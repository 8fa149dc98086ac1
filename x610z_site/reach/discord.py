"""What a channel on Discord is told: a sentence, the name of the event and its page, as an embed of Discord's form.

A message there cannot be taken back, so it says what everybody may read here and names nobody but the first three of a
finished event. A name is a text that somebody typed: it pings nobody, and its marks stay marks.
"""

import json
import re
from collections.abc import Sequence
from itertools import pairwise

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from ledger.models import LedgerRow
from ledger.shapes import Json
from tournaments.display.winner import podium_of
from tournaments.events.models import Tournament
from tournaments.programme.models import Circuit
from x610z_site.site_secrets import LONGEST, opened

from .models import HookMessage, Webhook

TITLE, DESCRIPTION, LONGEST_NAME = 256, 4096, 60
"""What an embed takes, and what we take of one name."""
BLUE = 0x2F36A8
HIDDEN = "…"
"""Stands where an address has its secret."""
_CHANNEL = re.compile(
    r"https://(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api(?:/v[0-9]+)?/webhooks/[0-9]{5,25}/[\w-]{20,100}"
    r"(?:\?thread_id=[0-9]{5,25})?",
    re.ASCII,
)
_INSIDE = re.compile(r"http://127\.0\.0\.1:[0-9]+/api/webhooks/[0-9]+/[\w-]+")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
WORDS = {
    "tournament.edit": gettext_noop("Something about this tournament has changed."),
    "tournament.restore": gettext_noop("Something about this tournament has changed."),
    "tournament.open_entry": gettext_noop("Entry is open."),
    "tournament.open_check_in": gettext_noop("Check-in is open."),
    "tournament.start": gettext_noop("The tournament has begun."),
    "tournament.finish": gettext_noop("The tournament is over."),
    "tournament.cancel": gettext_noop("The tournament is called off."),
    "stage.cut": gettext_noop("The next stage begins."),
    "round.publish": gettext_noop("Round %(number)s is published. Find your table."),
    "round.repair": gettext_noop("Tables of this round have changed. Look again."),
    "round.exchange": gettext_noop("Tables of this round have changed. Look again."),
    "match.move": gettext_noop("Tables of this round have changed. Look again."),
    "round.complete": gettext_noop("Round %(number)s is over, and the standings are there."),
}
"""What is said of a command; of any other the channel is told nothing: single results would fill it."""
PAGES = {
    "round.publish": "tournaments:pairings",
    "round.repair": "tournaments:pairings",
    "round.exchange": "tournaments:pairings",
    "match.move": "tournaments:pairings",
    "round.complete": "tournaments:standings",
}
OF_CIRCUIT = gettext_noop("The ladder, the rules or the invitations of this circuit have changed.")


def is_channel(url: str) -> bool:
    """Whether an address is that of a webhook of Discord; a rehearsal has its own on this machine."""
    known = [_CHANNEL, _INSIDE] if settings.OUTGOING_INSIDE else [_CHANNEL]
    return any(one.fullmatch(url) for one in known) and len(split_url(url)[1]) <= LONGEST


def split_url(url: str) -> tuple[str, str]:
    """What of it may be shown, and the part that lets anybody write there."""
    before, number, secret = re.split(r"(/webhooks/[0-9]+/)", url, maxsplit=1)
    return f"{before}{number}{HIDDEN}", secret


def whole_url(hook: Webhook) -> str:
    """The address again."""
    return hook.url.removesuffix(HIDDEN) + opened(hook.secret).decode()


def spoken_of(rows: Sequence[tuple[int, str]]) -> set[int]:
    """The rows of which a channel is told; of several of one kind in a row the last."""
    told = [(row, action) for row, action in rows if action in WORDS]
    last = {one[0] for one, after in pairwise(told) if WORDS[one[1]] != WORDS[after[1]]}
    return last | {row for row, _action in told[-1:]}


def plain(text: str) -> str:
    """A typed text as Discord shows it letter by letter: no mark-up, no link, nobody pinged."""
    cut = text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"
    return _PUNCTUATION.sub(r"\\\1", " ".join(cut.split())).replace("@", "@\u200b")


def discord_body(message: HookMessage) -> bytes:
    """What is sent, in the language of the webhook; of what is no longer everybody's only that something changed."""
    watched = message.hook.watched
    with translation.override(message.hook.language):
        said, page = _of_circuit(watched) if isinstance(watched, Circuit) else _of_event(watched, message)
        hidden = watched.hidden if isinstance(watched, Circuit) else watched.staff_only
        embed: Json = {
            "title": "X610Z" if hidden else plain(watched.name)[:TITLE],
            "description": said[:DESCRIPTION],
            "color": BLUE,
            "timestamp": message.at.isoformat(),
        }
    if settings.SITE_URL and not hidden:
        embed["url"] = settings.SITE_URL.rstrip("/") + page
    return json.dumps({"embeds": [embed], "allowed_mentions": {"parse": []}}).encode()


def _of_circuit(circuit: Circuit) -> tuple[str, str]:
    return gettext(OF_CIRCUIT), reverse("tournaments:circuit", args=[circuit.organization.slug, circuit.slug])


def _of_event(tournament: Tournament, message: HookMessage) -> tuple[str, str]:
    """The sentence about a row, and the page where it is read."""
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, number=message.row)
    action, data = rows.values_list("action", "data").first() or ("", {})
    words = WORDS.get(action, WORDS["tournament.edit"])
    said = gettext(words)
    if "%(number)s" in said:
        said = said % {"number": int(data.get("number") or 0)}
    if action == "tournament.finish" and not tournament.staff_only:
        said = "\n".join([said, *(_place(one["place"], one["names"]) for one in podium_of(tournament))])
    return said, reverse(PAGES.get(action, "tournaments:detail"), args=[tournament.slug])


def _place(place: int, names: Sequence[str]) -> str:
    shown = ", ".join(plain(name) for name in names[:8])
    return f"{place}\\. {shown}" + ("…" if len(names) > 8 else "")
