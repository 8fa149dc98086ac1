"""Who reads a piece of news, and what they may do with it; its hosts write it."""

from django.http import Http404

from community.hosts import host_role, is_office
from ledger.people import Person

from .models import News


def access_news(user: Person, number: int) -> tuple[News, str]:
    """A piece of news and the role in which the reader could change it; 404 for what is not theirs to know of."""
    found = News.objects.select_related("organization").filter(pk=number).first()
    if found is None or (found.organization is not None and found.organization.ended_at is not None):
        raise Http404
    role = host_role(user, found.organization)
    seen = found.state == News.State.PUBLISHED or (found.by_office and is_office(user))
    if not (seen or role):
        raise Http404
    return found, role


def may_do(user: Person, news: News, role: str) -> frozenset[str]:
    """What the reader may do with a piece of news on its page; ``role`` as :func:`access_news` found it.

    The office withdraws what an organization wrote, and lets that appear again; it says nothing in its name.
    """
    if role:
        return frozenset({"edit", "picture", "withdraw"} | (set() if news.by_office else {"publish"}))
    return (
        frozenset({"withdraw"} | ({"publish"} if news.by_office else set()))
        if is_office(user)
        else frozenset()
    )
