"""The door through which this floor's services write.

The ledger lives one floor up, so this floor does not import it: settings name the decorator
(``COMMAND_RUNNER``), as they name the user model.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string


def command(action: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a service with the project's command runner; see ``tournaments.ledger.commands``."""

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        bound: list[Callable[..., Any]] = []

        def call(**kwargs: Any) -> Any:
            if not bound:
                bound.append(import_string(settings.COMMAND_RUNNER)(action, **options)(func))
            return bound[0](**kwargs)

        call.__name__ = func.__name__
        call.__doc__ = func.__doc__
        call.action = action  # type: ignore[attr-defined]  # read by the test that lists every command
        return call

    return decorate
