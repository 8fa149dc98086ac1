"""Work that the relay looks after beside its messages: the rooms above say what, this floor knows only when."""

from collections.abc import Callable

_sweeps: dict[str, Callable[[], None]] = {}


def register(name: str, sweep: Callable[[], None]) -> None:
    """Let the relay call ``sweep`` every few seconds; a name that comes again replaces the former one."""
    _sweeps[name] = sweep


def run_all() -> None:
    """Do every registered sweep once, in the order of their names."""
    for name in sorted(_sweeps):
        _sweeps[name]()
