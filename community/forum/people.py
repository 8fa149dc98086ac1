"""What the forum is told of somebody: what everybody may know here, an address, and no real name."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from ledger.hashing import digest
from ledger.people import Account
from tournaments.clans.models import Membership
from tournaments.organizations.models import Member
from tournaments.organizations.selectors import ORGANIZING

from .models import ForumAccount
from .questions import Mail, mail_of, waits_for_guardian

ORGANIZERS, JUDGES = "organizers", "judges"
ROLE_GROUPS = frozenset({ORGANIZERS, JUDGES})
SHORTEST, LONGEST = 3, 20
"""Letters in a username of the forum, as it is set by itself."""
TAKEN = frozenset(
    {
        "admin",
        "administrator",
        "all",
        "announcements",
        "anonymous",
        "community",
        "discourse",
        "here",
        "info",
        "me",
    }
    | {
        "mod",
        "moderator",
        "moderators",
        "nobody",
        "root",
        "staff",
        "support",
        "sys",
        "sysop",
        "system",
        "user",
    }
)
"""Names that a forum keeps for itself, or that would make somebody pass for its staff."""
_CONFUSING = re.compile(r"\.(js|json|css|html?|xml|jpe?g|png|gif|bmp|ico|tiff?|woff2?)$", re.IGNORECASE)
NOBODY = "-"
"""The digest of somebody of whom the forum is told nothing more."""


@dataclass(frozen=True)
class Facts:
    """One person as the forum may know them."""

    external_id: str
    name: str
    mail: Mail
    groups: frozenset[str]
    moderates: bool

    @property
    def mark(self) -> str:
        """Another one means that the forum must be told."""
        return digest([self.name, list(self.mail), sorted(self.groups), self.moderates])

    def fields(self, former: Collection[str] = ()) -> dict[str, str]:
        """As DiscourseConnect names it; ``former``: groups the forum may have put them in."""
        said = {
            "external_id": self.external_id,
            "username": forum_name(self.name, self.external_id),
            "name": self.name,
        }
        if self.mail.address:
            said |= {
                "email": self.mail.address,
                "require_activation": "false" if self.mail.verified else "true",
            }
        gone = (ROLE_GROUPS | set(former)) - self.groups
        said |= {"add_groups": ",".join(sorted(self.groups)), "remove_groups": ",".join(sorted(gone))}
        if settings.FORUM_OFFICE_MODERATES:
            said["moderator"] = "true" if self.moderates else "false"
        return {name: value for name, value in said.items() if value}


def forum_name(name: str, external_id: str) -> str:
    """A public name after the forum's rules for usernames (app/models/username_validator.rb)."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "_", plain)
    plain = re.sub(r"[-_.]{2,}", "_", plain)
    plain = re.sub(r"^[^A-Za-z0-9]+", "", plain)[:LONGEST]
    plain = re.sub(r"[^A-Za-z0-9]+$", "", plain)
    if len(plain) < SHORTEST or plain.lower().strip("_") in TAKEN or _CONFUSING.search(plain):
        return f"player_{external_id[:8]}"
    return plain


def mail_hash(address: str) -> str:
    """What is kept of an address the forum was told: enough to see that two are one."""
    return salted_hmac("community.forum.mail", address.strip().casefold(), algorithm="sha256").hexdigest()


def facts_of(accounts: Iterable[ForumAccount]) -> dict[int, Facts | None]:
    """What may be said of each, by the person's id; None of somebody who is closed or waits for a guardian's word.

    The same few queries for however many.
    """
    mine = {one.user_id: one for one in accounts if one.user_id is not None}
    people = get_user_model().objects.filter(pk__in=mine, is_active=True, guest_of="")
    mails, young = mail_of(mine), waits_for_guardian(mine)
    groups: dict[int, set[str]] = {number: set() for number in mine}
    shown = Membership.objects.filter(user__in=mine, shown=True, clan__ended_at=None)
    for user, clan in shown.values_list("user_id", "clan_id"):
        groups[user].add(f"clan_{clan}")
    open_ = [number for number, one in mine.items() if one.shows_roles]
    roles = Member.objects.filter(user__in=open_, organization__ended_at=None)
    for user, role in roles.values_list("user_id", "role").distinct():
        if role in ORGANIZING:
            groups[user].add(ORGANIZERS)
        elif role == Member.Role.JUDGE:
            groups[user].add(JUDGES)
    found: dict[int, Facts | None] = dict.fromkeys(mine)
    for person in people:
        if person.pk not in young:
            account = mine[person.pk]
            mail = Mail(account.linked_mail, True) if account.linked_mail else mails.get(person.pk)
            found[person.pk] = Facts(
                account.external_id,
                person.display_name,
                mail or Mail("", False),
                frozenset(groups[person.pk]),
                person.works_as_office,
            )
    return found


def account_of(user: Account) -> ForumAccount | None:
    """What this site knows of somebody at the forum."""
    return ForumAccount.objects.filter(user_id=user.pk).first()


def why_not(user: Account, account: ForumAccount | None) -> str:
    """Why somebody cannot go to the forum, in words for them; empty when they can."""
    if user.pk in waits_for_guardian([user.pk]):
        return _(
            "First, the desk of an event must have spoken with your parent or guardian. Until then the forum waits."
        )
    mail = mail_of([user.pk]).get(user.pk)
    if (mail is None or not mail.address) and (account is None or not account.linked_mail):
        return _("The forum needs an e-mail address. Enter one under My account first.")
    return ""
