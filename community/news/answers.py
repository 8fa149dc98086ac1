"""What this room answers rooms below it: the headlines for their pages."""

from django.urls import reverse

from tournaments.organizations.models import Organization
from tournaments.organizations.questions import Headline, headlines

from .models import News
from .selectors import of


@headlines.answered_by
def _headlines(organization: Organization | None, most: int) -> list[Headline]:
    return [headline(one) for one in of(organization)[:most]]


def headline(news: News) -> Headline:
    """A piece of news as a line on another page."""
    return Headline(news.title, reverse("community:news", args=[news.pk]), news.language, news.appears_at)
