"""Reading contests. Entries come in an order of the reader's own, which says nothing of who made which."""

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from ledger.people import Person
from tournaments.organizations.models import Organization

from .models import Contest, ContestEntry, Juror

State = Contest.State
ON_A_PAGE = 12
LIVING = Q(organization=None) | Q(organization__ended_at=None)
SHOWN = Q(state__in=(State.PUBLISHED, State.DECIDED)) | Q(state=State.CANCELLED, published_at__isnull=False)


def shown() -> QuerySet[Contest]:
    """What everybody may read of, the newest first."""
    return Contest.objects.filter(LIVING & SHOWN).select_related("organization")


def of(organization: Organization | None) -> QuerySet[Contest]:
    """The same of one organization, or of the office."""
    return shown().filter(organization=organization)


def running() -> QuerySet[Contest]:
    """The published ones that can still be entered or voted in, what ends first first."""
    return (
        shown()
        .filter(state=State.PUBLISHED, voting_close_at__gt=timezone.now())
        .order_by("entries_close_at", "pk")
    )


def drafts(organization: Organization | None) -> list[Contest]:
    """What its hosts have begun."""
    rows = Contest.objects.filter(organization=organization, state=State.DRAFT)
    return list(rows.order_by("-changed_at", "-pk")[:ON_A_PAGE])


def standing(contest: Contest) -> QuerySet[ContestEntry]:
    """The entries that are in the contest."""
    return ContestEntry.objects.filter(contest=contest, withdrawn_at=None, excluded_at=None)


def for_reader(contest: Contest, reader: Person) -> list[ContestEntry]:
    """The same in the reader's own order; everybody who is not signed in has one order together."""
    who = reader.pk if reader.is_authenticated else "everybody"

    def place(entry: ContestEntry) -> str:
        return salted_hmac("community.contests.order", f"{contest.pk}:{who}:{entry.code}").hexdigest()

    return sorted(standing(contest), key=place)


def own_entry(contest: Contest, user: Person) -> ContestEntry | None:
    """What somebody sent in, also when it is withdrawn."""
    if not user.is_authenticated:
        return None
    return ContestEntry.objects.filter(contest=contest, author=user).first()


def jury_of(contest: Contest) -> list[Juror]:
    """Who is on the jury, by the order in which they were asked; closed accounts stay out."""
    rows = Juror.objects.filter(contest=contest, state=Juror.State.ACCEPTED, user__is_active=True)
    return list(rows.select_related("user"))


def entrants_of(contest: Contest) -> list[int]:
    """Accounts of those who sent something in, for telling them; never for showing."""
    rows = ContestEntry.objects.filter(contest=contest, withdrawn_at=None, author__is_active=True)
    return sorted(rows.values_list("author_id", flat=True).exclude(author=None))
