"""Feeds as RFC 4287 writes them, every text escaped."""

from datetime import datetime
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from django.utils.translation import get_language

from ledger.names import xml_text


class Entry(NamedTuple):
    """One piece of news: the page that says more, which is its id as well, a title, a moment and a sentence."""

    link: str
    title: str
    at: datetime
    summary: str


def feed_text(here: str, page: str, title: str, updated: datetime, entries: list[Entry]) -> str:
    """A feed at ``here`` about ``page``, in the reader's language."""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{get_language() or "en"}">\n'
        f"<id>{escape(here)}</id>\n<title>{escape(xml_text(title))}</title>\n"
        f'<link rel="self" href={quoteattr(here)}/>\n<link href={quoteattr(page)}/>\n'
        f"<updated>{updated.isoformat()}</updated>\n{''.join(map(_entry, entries))}</feed>\n"
    )


def _entry(one: Entry) -> str:
    return (
        f"<entry><id>{escape(one.link)}</id><title>{escape(xml_text(one.title))}</title>"
        f"<link href={quoteattr(one.link)}/><updated>{one.at.isoformat()}</updated>"
        "<author><name>X610Z Organized Play</name></author>"
        f"<summary>{escape(xml_text(one.summary))}</summary></entry>\n"
    )
