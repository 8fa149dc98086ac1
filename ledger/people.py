"""Who uses the site, under the names that the floors below the accounts may say.

Which class an account is, settings say; only the type checker needs to know.
"""

from typing import TYPE_CHECKING, TypeAlias

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from .questions import Question

if TYPE_CHECKING:
    from django.contrib.auth.models import _AnyUser, _User

    Account: TypeAlias = _User
    Person: TypeAlias = _AnyUser
else:
    Account = Person = object


def signed_in(request: HttpRequest) -> Account:
    """The account that asks, in a view that a login guards; raises PermissionDenied where none did."""
    user = request.user
    if not user.is_authenticated:
        raise PermissionDenied
    return user


blocked_ids: Question[[Account], set[int]] = Question(
    "the people with whom somebody has nothing to do, whichever of both wants it so; one query. Who reaches out to a "
    "person (asks, invites, follows) reads as if nobody were there; pairing, playing, judging and reporting never ask"
)
