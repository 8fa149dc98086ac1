"""What this room answers the floor of the cards: what people made about a card, which pictures wait for its keepers."""

from collections.abc import Sequence

from django.urls import reverse

from decks.cards.models import Card
from decks.cards.questions import AboutCard, Made, made_about, proposed

from .models import Work
from .selectors import AT_A_CARD, about, credits_of, proposals


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
