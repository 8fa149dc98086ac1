"""What the rooms below ask of people's choices and of guardians."""

from collections.abc import Iterable, Sequence

from django.contrib.auth import get_user_model
from django.db.models import Case, Exists, Expression, F, OuterRef, Q, QuerySet, Value, When
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from community.forum import questions as of_forum
from community.gallery import questions as of_gallery
from community.safety.kinds import Kind, Thing, register
from ledger.commands import Actor
from ledger.people import Person
from ledger.shapes import Done
from tournaments.agenda import questions as of_agenda
from tournaments.entries import questions as of_entries
from tournaments.programme.ladder_services import ladders_show_anew
from x610z_site.accounts import questions as of_accounts

from .choice_services import guardian_give, page_choose
from .models import Choice, Guardian, GuardianTalk
from .name_services import name_hide


@of_accounts.named_anew.answered_by
def named_anew(user: int) -> None:
    """Ladders name people as they are called now."""
    ladders_show_anew(user)


@of_accounts.guardian_given.answered_by
def guardian_given(young: Actor, contact: str) -> Done:
    """A player of 12 to 15 said while signing up how to reach a guardian."""
    return guardian_give(actor=young, contact=contact)


@of_agenda.young.answered_by
def young(people: Iterable[int]) -> set[int]:
    """Who said so, for as long as no desk and no year takes it back."""
    return set(Guardian.objects.filter(user__in=set(people)).values_list("user_id", flat=True))


@of_forum.waits_for_guardian.answered_by
def waits_for_word(people: Iterable[int]) -> set[int]:
    """Who said that they are of 12 to 15, and has no guardian's word yet."""
    waiting = Guardian.objects.filter(user__in=set(people), confirmed_at=None)
    return set(waiting.values_list("user_id", flat=True))


@of_accounts.page_opened.answered_by
def page_opened(owner: Actor, parts: Sequence[str]) -> Done:
    """Somebody of the demo shows these parts of their page to everybody."""
    return page_choose(actor=owner, opened=True, parts=parts)


@of_accounts.shown_of.answered_by
def shown_of(user: int) -> of_accounts.Shown:
    """The choices of a person, as far as they count today."""
    person = get_user_model().objects.select_related("privacy_choice", "guardian").get(pk=user)
    choice, guardian = getattr(person, "privacy_choice", None), getattr(person, "guardian", None)
    if guardian is not None and guardian.confirmed_at is None:
        return of_accounts.Shown(waits=True)
    if choice is None:
        return of_accounts.Shown()
    return of_accounts.Shown(choice.page_code, _parts(choice), choice.shows_real_name)


@of_entries.waits_for_guardian.answered_by
def waits_for_guardian(path: str) -> Q:
    """Somebody of 12 to 15 with whose guardian the desk of the entry's event has not spoken."""
    talks = GuardianTalk.objects.filter(
        guardian__user=OuterRef(f"{path}pk"), tournament=OuterRef("tournament")
    )
    return Q(**{f"{path}guardian__isnull": False}) & ~Q(Exists(talks))


@of_entries.shows_real_name.answered_by
def shows_real_name(path: str) -> Q:
    """Who shows it to everybody; somebody of 12 to 15 only once a desk has spoken with the guardian."""
    return _may_show(path) & Q(**{f"{path}privacy_choice__shows_real_name": True})


@of_gallery.may_be_shown.answered_by
def _may_show(path: str) -> Q:
    """Whose choices count: an account that is in use, and of somebody of 12 to 15 only after the guardian's word."""
    may = Q(**{f"{path}guardian": None}) | Q(**{f"{path}guardian__confirmed_at__isnull": False})
    return may & Q(**{f"{path}is_active": True})


def _may_have_page(path: str) -> Q:
    """A guest has no account and so no page."""
    return _may_show(path) & Q(**{f"{path}guest_of": ""})


@of_entries.page_code.answered_by
def page_code(path: str) -> Expression:
    """The code of the page of everybody who opened one."""
    return Case(When(_may_have_page(path), then=F(f"{path}privacy_choice__page_code")), default=Value(""))


def _open() -> QuerySet[Choice]:
    """The pages that are open, with their people."""
    return Choice.objects.filter(_may_have_page("user__")).exclude(page_code="").select_related("user")


def _page(choice: Choice) -> of_entries.OpenPage:
    return of_entries.OpenPage(
        choice.user_id, choice.user.display_name, choice.page_code, _parts(choice), choice.followed
    )


def _parts(choice: Choice) -> frozenset[str]:
    return frozenset(part for part in of_entries.PAGE_PARTS if getattr(choice, f"shows_{part}"))


@of_entries.open_page.answered_by
def open_page(code: str) -> of_entries.OpenPage | None:
    """The open page with this code."""
    found = _open().filter(page_code=code).first() if code else None
    return _page(found) if found is not None else None


@of_entries.open_pages.answered_by
def open_pages(users: Iterable[int]) -> dict[int, of_entries.OpenPage]:
    """The open pages of these people."""
    return {choice.user_id: _page(choice) for choice in _open().filter(user__in=set(users)).order_by("pk")}


def _reported_player(key: str, reader: Person | None) -> Thing | None:
    """The page that a player opened to everybody, by the code of its address, with the names on it."""
    page = open_page(key)
    if page is None:
        return None
    choice = Choice.objects.select_related("user").get(user=page.user_id)
    real = choice.user.real_name if choice.shows_real_name else ""
    return Thing(page.name, reverse("tournaments:player", args=[page.code]), real, page.user_id)


register(
    Kind(
        "player",
        _("a player's name"),
        _reported_player,
        name_hide,
        _("The player gets a name that says nothing, and may choose another. What was played stays."),
    )
)
