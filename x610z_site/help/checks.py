"""A site without its guides is refused where its static files are gathered: when the image is built."""

from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from .guides import GUIDES, PICTURES, REFERENCES, guide


@register(Tags.staticfiles)
def guides_are_there(app_configs: object, **kwargs: object) -> Sequence[CheckMessage]:
    """Every guide can be read in every language, and every picture in it is a file."""
    lost = []
    for name in {**GUIDES, **REFERENCES}:
        for language, _name in settings.LANGUAGES:
            try:
                shown = guide(name, language).pictures
            except OSError as error:
                lost.append(str(error.filename))
                continue
            lost += [one for one in shown if not (Path(settings.BASE_DIR) / PICTURES / one).is_file()]
    return [Error(f"A guide or its picture is missing: {one}", id="help.E001") for one in dict.fromkeys(lost)]
