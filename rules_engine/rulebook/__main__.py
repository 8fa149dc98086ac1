"""``python -m rules_engine.rulebook --markdown`` (or ``--html``; ``--lang nl``) writes the page of all rules."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rules_engine.rulebook.index import LANGUAGES
from rules_engine.x610z.rules_page import as_html, as_markdown


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page to the file given with ``--output``, else to standard output; 0 when done."""
    parser = argparse.ArgumentParser(
        prog="python -m rules_engine.rulebook", description="Write the page of all rules."
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help="as Markdown (the default)")
    form.add_argument("--html", action="store_true", help="as one HTML document")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the Markdown page")
    parser.add_argument("--output", type=Path, help="the file to write")
    chosen = parser.parse_args(arguments)
    text = as_html() if chosen.html else as_markdown(chosen.lang)
    if chosen.output is None:
        sys.stdout.write(text)
    else:
        chosen.output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
