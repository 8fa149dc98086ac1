"""Templates and static files that lie in the folder of a game, found for every game that is registered."""

from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import get_files
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage
from django.template.loaders.filesystem import Loader
from django.utils._os import safe_join

from rules_engine.games import games


def folders(name: str) -> list[Path]:
    """The folders of that name in the games that have one."""
    return [found for game in games() if (found := game.folder / name).is_dir()]


class GameTemplates(Loader):
    """Templates in the folder ``templates`` of a game."""

    def get_dirs(self) -> list[str | Path]:
        """Where to look, asked every time: a game may be registered later."""
        return [*folders("templates")]


class GameFinder(BaseFinder):
    """Static files in the folder ``static`` of a game."""

    def check(self, **_kwargs: object) -> list[CheckMessage]:
        """Nothing of it can be set wrongly."""
        return []

    def find(self, path: str, find_all: bool = False, **_kwargs: object) -> Any:
        """The file of that name, or all of them."""
        found = [place for folder in folders("static") if Path(place := safe_join(folder, path)).exists()]
        return found if find_all else next(iter(found), [])

    def list(self, ignore_patterns: Any) -> Any:
        """Every file with the storage that it lies in, for gathering."""
        for folder in folders("static"):
            storage = FileSystemStorage(location=folder)
            for path in get_files(storage, ignore_patterns):
                yield path, storage
