"""The API held against its own schema: ``make contract`` (``-n`` examples for each operation and kind of data).

    python -m benchmarks.drills.inside benchmarks.drills.contract [-n 200]

A site of its own with a tournament in its second round; schemathesis makes up requests of every operation, valid ones
and broken ones, with any address and with that tournament's, as a stranger, as a player who is signed in, and as a
program with a token of every scope: of somebody who plays, organizes and judges there, at tables and entries that
exist. It makes all of its checks on the answers. What ends the tournament for good, or takes the program's own roles
away, is asked last, for everything after it is refused. Controls: a schema that calls a number a text must be caught
before anything else, and many kinds of commands must have been carried out.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import yaml

from benchmarks.drills import site
from benchmarks.drills.page_steps import ROOT
from benchmarks.kept import keep
from x610z_site.services.environment import python_of
from x610z_site.services.servers import free_port

LEAST_KINDS = 20
"""So many kinds of commands at least must have been carried out, or the requests did not come as far as a command."""
PLANTED = ("--include-operation-id", "tournaments_retrieve")
"""The operation whose answer the control's schema describes wrongly."""
LAST = ("finish_tournament", "cancel_tournament", "take_role")
"""Operations after which nothing can be written in the tournament any more, or not by whose token it is."""


def run(
    schema: str,
    url: str,
    examples: int,
    folder: Path,
    place: dict[str, str | int] | None = None,
    header: str = "",
    choose: Sequence[str] = (),
) -> tuple[int, str]:
    """Exit code and words of schemathesis; ``place``: what stands in every address that asks for it.

    ``header``: the cookie of somebody who is signed in, or the token of a program; ``choose``: which operations.
    """
    settings = folder / "schemathesis.toml"
    lines = [f'"path.{name}" = {json.dumps(value)}\n' for name, value in (place or {}).items()]
    settings.write_text("".join(["[parameters]\n", *lines]) if lines else "")
    program = python_of(Path(sys.prefix)).with_name("schemathesis")
    words = [
        program,
        "--config-file",
        settings,
        "run",
        schema,
        "--url",
        url,
        "--checks",
        "all",
        "-n",
        str(examples),
    ]
    if header:
        words += ["--header", header]
    words += choose
    words += ["--no-color", "--generation-database", "none", "--continue-on-failure"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def counts(said: str) -> tuple[int, int]:
    """Operations tried and requests made, as schemathesis says it."""
    operations = re.search(r"Operations:\s+(\d+) selected", said) or re.search(r"Selected: (\d+)/", said)
    cases = re.search(r"(\d+) generated", said)
    return int(operations[1]) if operations else 0, int(cases[1]) if cases else 0


def broken(schema: str, folder: Path) -> str:
    """The same schema, calling the capacity that a tournament's answer names a text."""
    tree = yaml.safe_load(schema)
    tree["components"]["schemas"]["Tournament"]["properties"]["capacity"] = {"type": "string"}
    path = folder / "broken.json"
    path.write_text(json.dumps(tree))
    return str(path)


def main() -> None:
    """The control and all runs; ends with an error when an answer departs from the schema."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=200, help="examples for each operation and kind")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="x610z-contract-") as name:
        folder, port = Path(name), free_port()
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "x610z_site.settings.local",
            "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
            "SECRET_KEY": "drill-drill-" * 6,
            "ALLOWED_HOSTS": "127.0.0.1",
            "DEBUG": "0",
            "X610Z_VAR": name,
            "REDIS_URL": "",
            "API_RATE": "1000000",
        }
        site.run(["manage.py", "migrate", "--noinput", "--verbosity", "0"], environment, code=ROOT)
        site.run(["manage.py", "collectstatic", "--noinput", "--verbosity", "0"], environment)
        hall = site.state_of(["build", "8"], environment)
        slug, session = hall["slug"], f"Cookie: sessionid={hall['phones'][0]['session']}"
        token = f"Authorization: Bearer {site.state_of(['token'], environment)['token']}"
        there = {"slug": slug, "round": 2, "table": 1, "entry": 1, "number": 1, "penalty": 1}
        there |= dict.fromkeys(("log", "snapshot", "rule", "invitation", "deck", "puzzle"), 1)
        rest = [word for name in LAST for word in ("--exclude-operation-id", name)]
        last = [word for name in LAST for word in ("--include-operation-id", name)]
        pages = site.pages(port, environment, folder / "pages.log")
        try:
            site.wait_for(port)
            url = f"http://127.0.0.1:{port}"
            _status, schema = site.ask(port, "/api/v1/schema/", host="127.0.0.1")
            (folder / "schema.yaml").write_text(schema)
            path = str(folder / "schema.yaml")
            control = run(broken(schema, folder), url, 10, folder, {"slug": slug}, choose=PLANTED)
            if control[0] == 0 or "is not of type" not in control[1]:
                sys.exit(
                    f"a schema that calls a number a text passed: this command sees nothing\n{control[1]}"
                )
            runs = [
                run(path, url, options.n, folder),
                run(path, url, options.n, folder, {"slug": slug}),
                run(path, url, options.n, folder, {"slug": slug}, session),
                run(path, url, options.n, folder, {"slug": slug}, token, rest),
                run(path, url, options.n, folder, there, token, rest),
                run(path, url, options.n, folder, there, token, last),
            ]
            written = site.state_of(["written"], environment)
        finally:
            pages.stop()
    for code, said in runs:
        if code:
            sys.exit(said)
    operations, tried = schema.count("operationId:"), [counts(said) for _code, said in runs]
    asked = [operations] * 3 + [operations - len(LAST)] * 2 + [len(LAST)]
    assert [number for number, _cases in tried] == asked, f"of {operations} operations: {tried}"
    if len(written) < LEAST_KINDS:
        sys.exit(f"hardly anything was written, so little was seen of writing: {written}")
    writes = sum(
        method not in ("get", "parameters")
        for path in yaml.safe_load(schema)["paths"].values()
        for method in path
    )
    keep(
        "contract",
        command=f"make contract N={options.n}",
        goals=("R13",),
        figures={
            "operations": f"{operations} of {operations}, {writes} of which write",
            "requests": f"{sum(cases for _number, cases in tried):,}, "
            f"{sum(cases for _number, cases in tried[3:]):,} of them with a token that may do everything",
            "commands that were carried out": f"{sum(written.values()):,}, of {len(written)} kinds",
            "errors of ours, departures from the schema": "0, 0",
        },
        control="a schema that calls a number a text: noticed",
    )


if __name__ == "__main__":
    main()
