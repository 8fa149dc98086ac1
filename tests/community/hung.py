"""Pictures and stories for tests, through the services the pages use."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.files.storage import default_storage

from community.gallery.models import Work
from community.gallery.review_services import work_refuse, work_show
from community.gallery.services import Words, values_token, work_send
from decks.cards.models import Card
from ledger.commands import Actor
from tests.community.wanted import photo
from tests.tournaments.hall import make_user

SAID: Words = {
    "title": "A dragon in the rain",
    "language": "en",
    "text": "",
    "alt": "A dragon under an umbrella",
    "named": False,
    "licence": "show",
}
STORY = "The last dot was mine, and nobody had seen the dragon behind the shield."


def said(**changes: Any) -> Any:
    return SAID | changes


def reviewer(name: str = "Reviewer") -> Any:
    known = get_user_model().objects.filter(display_name=name).first()
    return Actor(known or make_user(name, is_office=True), "office")


def send_picture(artist: Any, card: Card | None = None, picture: bytes | None = None, **changes: Any) -> Work:
    """A picture that waits for a reviewer."""
    made = work_send(
        actor=Actor(artist, "artist"),
        kind="picture",
        words=said(**changes),
        card=card,
        picture=picture or photo(),
        made_it=True,
    )
    return Work.objects.get(pk=made["work"])


def send_story(artist: Any, **changes: Any) -> Work:
    """A story that waits for a reviewer."""
    words = said(**{"text": STORY, "alt": "", **changes})
    made = work_send(
        actor=Actor(artist, "artist"), kind="story", words=words, card=None, picture=None, made_it=True
    )
    return Work.objects.get(pk=made["work"])


def hang(work: Work) -> Work:
    """Let it into the gallery."""
    work_show(actor=reviewer(), work=work, shown=values_token(work))
    work.refresh_from_db()
    return work


def refuse(work: Work, by: Any = None, why: str = "ages", reason: str = "") -> Work:
    """Refuse it, or take it out again."""
    work_refuse(actor=by or reviewer(), work=work, why=why, reason=reason, shown=values_token(work))
    work.refresh_from_db()
    return work


def kept_files() -> set[str]:
    """The names of all files of pictures that are kept."""
    at = "card-pictures"
    folders = default_storage.listdir(at)[0] if default_storage.exists(at) else []
    return {name for folder in folders for name in default_storage.listdir(f"{at}/{folder}")[1]}
