"""Founding, changing and ending an organization, and the level the office trusts it for. Each writes into its chain.

Ledger rows hold ids and values, never a name.
"""

from typing import TypedDict

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import Problem, StaleError, UserError
from ledger.hashing import digest
from ledger.names import clean_lines, clean_name, fold
from ledger.quotas import require_quota

from .models import NAME_LENGTH, NO_LEVEL, Level, Member, Organization
from .questions import events_open, found_anew

Role = Member.Role


class AboutOrganization(TypedDict):
    """The organization that a command was about."""

    organization: int
    slug: str


RESERVED_SLUGS = frozenset({"new"})
MOST_FOUNDED = 3
"""So many organizations one person founds within a day."""
CHANGED = ("name", "kind", "about", "website")


def lock(cmd: Command, organization: Organization, *roles: str) -> Organization:
    """Keep an organization's row until commit, read anew, and write into its chain.

    Raises UserError for one that has ended, and where the actor holds none of these ``roles`` any more.
    """
    fresh = Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
    cmd.chain = fresh.chain_key
    if fresh.ended_at is not None:
        raise UserError("ended", _("This organization no longer exists."))
    if roles and not Member.objects.filter(organization=fresh, user=cmd.actor.user, role__in=roles).exists():
        raise UserError("no_role", _("You no longer have the role that may do this."))
    return fresh


def about(organization: Organization) -> AboutOrganization:
    """What a command answers."""
    return {"organization": organization.pk, "slug": organization.slug}


def values_token(organization: Organization) -> str:
    """A token of what can be changed, as it is: a form that was opened at other values is out of date."""
    return digest([getattr(organization, field) for field in CHANGED])[:16]


@command("organization.create")
def organization_create(
    cmd: Command, *, name: str, kind: str, about_it: str = "", website: str = ""
) -> AboutOrganization:
    """Found an organization; the actor owns it. Two never have the same name."""
    require_quota(cmd, MOST_FOUNDED)
    values = _cleaned(name, kind, about_it, website)
    made = Organization(
        slug=_free_slug(values["name"]), created_by=cmd.actor.user, founded_at=cmd.at, **values
    )
    cmd.chain = made.chain_key
    _save(made)
    Member.objects.create(organization=made, user=cmd.actor.user, role=Role.OWNER, since=cmd.at)
    cmd.record(organization=made.pk, user=cmd.actor.user.pk, kind=made.kind)
    return about(made)


@command("organization.edit")
def organization_edit(
    cmd: Command,
    *,
    organization: Organization,
    name: str,
    kind: str,
    about_it: str,
    website: str,
    shown: str,
) -> AboutOrganization:
    """Its owner changes what its page says; ``shown``: the token of the values that the form was filled with."""
    organization = lock(cmd, organization, Role.OWNER)
    if shown != values_token(organization):
        raise StaleError("stale", _("Somebody else changed this in the meantime. Look at it again."))
    values = _cleaned(name, kind, about_it, website)
    fields = sorted(field for field, value in values.items() if getattr(organization, field) != value)
    for field in fields:
        setattr(organization, field, values[field])
    _save(organization)
    if "name" in fields:
        found_anew(organization)
    cmd.record(organization=organization.pk, fields=fields)
    return about(organization)


@command("organization.end")
def organization_end(cmd: Command, *, organization: Organization, typed: str) -> AboutOrganization:
    """Its owner ends it, and types its name for that: its page goes, past events stay; refused while some are open."""
    organization = lock(cmd, organization, Role.OWNER)
    if fold(typed) != organization.folded:
        raise UserError("typed", _("Type the name of the organization as it stands on its page."))
    if count := events_open(organization):
        text = _("%(count)s of its events are not over. Finish them or call them off first.")
        raise UserError("events_open", text % {"count": count})
    end(cmd, organization)
    return about(organization)


def end(cmd: Command, organization: Organization) -> None:
    """Let an organization end, inside the command that holds its row: nobody belongs to it any more."""
    Member.objects.filter(organization=organization).delete()
    organization.ended_at, organization.level, organization.asked_level = cmd.at, NO_LEVEL, NO_LEVEL
    organization.save(update_fields=["ended_at", "level", "asked_level"])
    cmd.record(organization=organization.pk, ended=True)


@command("organization.ask_level")
def organization_ask_level(
    cmd: Command, *, organization: Organization, level: int, why: str
) -> AboutOrganization:
    """Its owner asks the office to trust it up to a level, and says why. Asking again replaces what was asked."""
    organization = lock(cmd, organization, Role.OWNER)
    if level not in Level.values:
        raise UserError("level", _("Choose one of the levels."), field="level")
    if level <= organization.level:
        raise UserError(
            "has_level", _("The office trusts this organization for that already."), field="level"
        )
    why = clean_name(why)[:500]
    if len(why) < 10:
        text = _("Tell the office who you are and what you have run: a sentence or two.")
        raise UserError("why_needed", text, field="why")
    organization.asked_level, organization.asked_why, organization.asked_at = level, why, cmd.at
    organization.save(update_fields=["asked_level", "asked_why", "asked_at"])
    cmd.record(organization=organization.pk, level=level)
    return about(organization)


@command("organization.decide_level")
def organization_decide_level(
    cmd: Command, *, organization: Organization, level: int, note: str = "", asked: int | None = None
) -> AboutOrganization:
    """The office sets the level of an organization: what was asked for, another, or none; a lower one with its reason.

    Its owners are told. ``asked``: the level that was asked for when the office read it. What was asked since is not
    answered by this.
    """
    organization = lock(cmd, organization)
    if level not in (NO_LEVEL, *Level.values):
        raise UserError("level", _("Choose one of the levels."), field="level")
    if asked is not None and asked != organization.asked_level:
        raise StaleError("stale", _("The organization asks for something else now. Look at it again."))
    note = clean_name(note)[:300]
    if level < max(organization.level, organization.asked_level) and not note:
        raise UserError("note_needed", _("Say why, so that the organization can change it."), field="note")
    before, organization.level = organization.level, level
    fact = _decided(before, level, organization.asked_level)
    organization.asked_level, organization.asked_at = NO_LEVEL, None
    organization.level_note, organization.sanctioned_by = note, cmd.actor.user
    organization.save(update_fields=["level", "asked_level", "asked_at", "level_note", "sanctioned_by"])
    owners = Member.objects.filter(organization=organization, role=Role.OWNER).order_by("pk")
    told = list(owners.values_list("user_id", flat=True))
    cmd.notify(fact, told, organization=organization.pk, level=level)
    cmd.record(organization=organization.pk, before=before, level=level)
    return about(organization)


def _decided(before: int, level: int, asked: int) -> str:
    """What the owners are told when the office sets a level; the reason stands on their page."""
    if level < before:
        return "organization.level_taken" if level else "organization.trust_ended"
    if level == before and asked:
        return "organization.refused"
    return "organization.trusted" if level else "organization.level_decided"


def _cleaned(name: str, kind: str, about_it: str, website: str) -> dict[str, str]:
    """What the page of an organization says, as it is stored; raises UserError for all that cannot be, at once."""
    name = clean_name(name)[:NAME_LENGTH]
    problems = []
    if len(fold(name)) < 3:
        text = _("Give the organization a name of at least three letters.")
        problems.append(Problem("name", text, "name"))
    if kind not in Organization.Kind.values:
        problems.append(Problem("kind", _("Choose what kind of organization it is."), "kind"))
    website = website.strip()[:200]
    if website and not website.startswith("https://"):
        text = _("Enter the whole address of the website; it begins with https://.")
        problems.append(Problem("website", text, "website"))
    if problems:
        raise UserError("invalid", "", problems=problems)
    return {
        "name": name,
        "folded": fold(name)[: NAME_LENGTH * 4],
        "kind": kind,
        "about": clean_lines(about_it, 2000),
        "website": website,
    }


def _save(organization: Organization) -> None:
    """Write its row; raises UserError where another organization has its name."""
    try:
        with transaction.atomic():
            organization.save()
    except IntegrityError as error:
        text = _("There is already an organization with this name. Choose another name.")
        raise UserError("name_taken", text, field="name") from error


def _free_slug(name: str) -> str:
    """An address that no other organization has or had, and that no page of ours stands at."""
    base = slugify(name)[:50] or "organization"
    slug, number = base, 2
    while slug in RESERVED_SLUGS or Organization.objects.filter(slug=slug).exists():
        slug, number = f"{base}-{number}", number + 1
    return slug
