"""The column of a typed value: JSON in the database, a frozen struct in Python."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression

from .policy import Policy
from .policy_values import read_policy

if TYPE_CHECKING:
    PolicyColumn = models.JSONField[Policy, Policy]
else:
    PolicyColumn = models.JSONField


class PolicyField(PolicyColumn):
    """A :class:`Policy`. What a stored one lacks has its default; what none knows any more is left alone."""

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> object:
        """The struct; parts that a query asks for by their key come as they are."""
        read = super().from_db_value(value, expression, connection)
        whole = getattr(expression, "target", None) is self or getattr(expression, "field", None) is self
        return read_policy(read) if whole and isinstance(read, dict) else read

    def get_db_prep_value(
        self, value: object, connection: BaseDatabaseWrapper, prepared: bool = False
    ) -> object:
        """JSON, without what nobody chose: where the event came from when it came from nowhere."""
        return super().get_db_prep_value(_plain(value), connection, prepared)

    def to_python(self, value: object) -> object:
        """The struct, of a fixture or a form."""
        return read_policy(value) if isinstance(value, dict) else super().to_python(value)

    def value_to_string(self, obj: models.Model) -> Any:
        """As a dump writes it."""
        return _plain(self.value_from_object(obj))


def _plain(value: object) -> object:
    return value.as_plain() if isinstance(value, Policy) else value
