"""Comments of scripts stay at home, and nothing else of them does."""

import re
from pathlib import Path

from django.core.files.base import File

from x610z_site.services.environment import ROOT
from x610z_site.staticfiles import SiteStaticFilesStorage, as_sent

SCRIPTS = ROOT / "x610z_site" / "static" / "js"
SCRIPT = b"""/* What it is for,
   in two lines. */
const kept = "http://here"; // beside code
  // alone
/* a */ run();
/** Of a function. */
const text = `a
b`;
"""


def test_lines_that_are_comments_alone_go_and_everything_else_stays() -> None:
    sent = b'const kept = "http://here"; // beside code\n/* a */ run();\nconst text = `a\nb`;\n'
    assert as_sent("js/recorder/app.js", SCRIPT) == sent
    assert as_sent("htmx/htmx.js", SCRIPT) == SCRIPT and as_sent("js/a.txt", SCRIPT) == SCRIPT


def test_no_text_over_several_lines_has_a_line_like_a_comment() -> None:
    found = [path for path in SCRIPTS.rglob("*.js") if inside_a_text(path.read_text(encoding="utf-8"))]
    assert found == [] and len(list(SCRIPTS.rglob("*.js"))) > 30
    assert inside_a_text("const text = `\n  // no comment\n`;\n")  # the control


def inside_a_text(script: str) -> bool:
    """Whether a line like a comment stands where a text in back quotes is open."""
    begins = [one.start() for one in re.finditer(r"^[ \t]*(?://|/\*)", script, re.MULTILINE)]
    code = re.sub(r"//[^\n]*|/\*(?:(?!\*/).)*\*/", lambda one: " " * len(one[0]), script, flags=re.DOTALL)
    return any(len(re.findall(r"(?<!\\)`", code[:begin])) % 2 for begin in begins)


def test_what_is_gathered_is_what_is_sent_under_both_names(tmp_path: Path) -> None:
    storage = SiteStaticFilesStorage(location=str(tmp_path), base_url="/static/")
    files = {name: (ROOT / "x610z_site" / "static" / name) for name in ("js/clock.js", "css/agenda.css")}
    for name, path in files.items():
        with path.open("rb") as source:
            storage.save(name, File(source))
    made = list(storage.post_process({name: (storage, name) for name in files}))
    named = {
        name: hashed for name, hashed, _done in made if name in files and hashed.endswith((".js", ".css"))
    }
    assert set(named) == set(files)
    for name, path in files.items():
        sent = as_sent(name, path.read_bytes())
        assert sent == (tmp_path / name).read_bytes() == (tmp_path / named[name]).read_bytes()
    assert (tmp_path / "js/clock.js").stat().st_size < files["js/clock.js"].stat().st_size
