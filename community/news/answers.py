"""What this room answers rooms below it: the headlines for their pages, and its kind of what can be reported."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from community.safety.kinds import Kind, Thing, register
from ledger.people import Person
from ledger.web import whole_number
from tournaments.organizations.models import Organization
from tournaments.organizations.questions import Headline, headlines

from .models import News
from .selectors import of, published
from .services import news_hide, news_show


@headlines.answered_by
def _headlines(organization: Organization | None, most: int) -> list[Headline]:
    return [headline(one) for one in of(organization)[:most]]


def headline(news: News) -> Headline:
    """A piece of news as a line on another page."""
    return Headline(news.title, reverse("community:news", args=[news.pk]), news.language, news.appears_at)


def _reported(key: str, reader: Person | None) -> Thing | None:
    """A piece of news that everybody can read. Who decides first is who publishes it."""
    found = published().filter(pk=whole_number(key)).first()
    if found is None:
        return None
    words = "\n".join(filter(None, (found.text, found.alt)))
    return Thing(
        found.title,
        reverse("community:news", args=[found.pk]),
        words,
        found.written_by_id,
        found.organization,
    )


register(
    Kind(
        "news",
        _("a piece of news"),
        _reported,
        news_hide,
        _("Its page goes, and its writers cannot publish it again."),
        news_show,
    )
)
