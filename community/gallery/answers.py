"""What this room answers others: what people made about a card, which pictures are proposed, what can be reported."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from community.safety.kinds import Kind, Thing, register
from decks.cards.models import Card
from decks.cards.questions import AboutCard, Made, made_about, proposed
from ledger.people import Person
from ledger.web import whole_number

from .models import Work
from .review_services import work_hide, work_unhide
from .selectors import AT_A_CARD, about, credits_of, proposals, shown


@made_about.answered_by
def _made_about(card: Card) -> AboutCard:
    works = list(about(card)[:AT_A_CARD])
    at = f"?card={card.short}"
    send = reverse("community:gallery_send", args=[Work.Kind.PICTURE])
    return AboutCard(made_of(works), reverse("community:gallery") + at, send + at)


def made_of(works: Sequence[Work]) -> list[Made]:
    """Works as tiles on any page; one query for their names."""
    by = credits_of(works)
    return [
        Made(
            reverse("community:gallery_work", args=[one.pk]),
            one.title,
            one.language,
            by[one.pk],
            reverse("community:gallery_file", args=[one.pk, one.picture, "small"]) if one.picture else "",
            one.alt,
            one.width,
            one.height,
        )
        for one in works
    ]


@proposed.answered_by
def _proposed() -> tuple[int, str]:
    return proposals().count(), reverse("community:gallery_proposals")


def _reported(key: str, reader: Person | None) -> Thing | None:
    """A picture or a story that everybody can see."""
    found = shown().filter(pk=whole_number(key)).first()
    if found is None:
        return None
    words = "\n".join(filter(None, (found.text, found.alt)))
    return Thing(found.title, reverse("community:gallery_work", args=[found.pk]), words, found.artist_id)


register(
    Kind(
        "gallery",
        _("a picture or a story in the gallery"),
        _reported,
        work_hide,
        _("It is taken out of the gallery and from its card. Its artist reads why."),
        work_unhide,
    )
)
