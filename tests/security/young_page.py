"""docs/young.md, made of `community/safety/young.py`: `python -m tests.security.young_page` writes it."""

import os
import sys

from x610z_site.services.environment import ROOT

PAGE = ROOT / "docs" / "young.md"


def page() -> str:
    """The page with the table made anew, in English."""
    from django.utils import translation

    from community.safety.young import YOUNG

    with translation.override("en"):
        rows = "\n".join(f"| {row.what} | {row.may.label} |" for row in YOUNG)
    return (
        "# What somebody of 12 to 15 may\n\n"
        "Made by `python -m tests.security.young_page` from `community/safety/young.py`; a test proves each row. The\n"
        "page *Safe here* shows the same table in both languages.\n\n"
        f"| what | may they, or can it happen to them |\n|---|---|\n{rows}\n"
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    import django

    django.setup()
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write("docs/young.md is made\n")
