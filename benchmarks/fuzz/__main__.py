"""Coverage-guided fuzzing of all that strangers hand in: ``make fuzz`` (an hour; SECONDS= for each of the five kinds).

    python -m benchmarks.fuzz [--seconds 720] [KIND ...]

Each kind runs in a process of its own under atheris, from the seeds of ``targets`` and the inputs kept from earlier
runs (in var/fuzz). Half of the tries bend a whole line or a value, the others single bytes. An input whose answer is no
one that was promised ends its process, is kept in var/fuzz/KIND-findings, and makes this program end with an error. The
control, before all else: a reader with a planted fault deep inside must be caught. Linux only, as atheris is.
"""

import argparse
import os
import random
import re
import subprocess
import sys

from benchmarks.fuzz.targets import MOST, ROOT, TARGETS, bend
from benchmarks.kept import keep

VAR = ROOT / "var" / "fuzz"
PLANTED = "planted"
PACKAGES = ["rules_engine", "decks", "tournaments", "ledger"]


def planted(data: bytes) -> None:
    """A fault that bytes by chance hardly find: an action at seat -1, on a line that is JSON all the same."""
    import json

    for line in data.split(b"\n"):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict) and row.get("kind") == "act" and row.get("seat") == -1:
            raise AssertionError("planted")


def child(kind: str, seconds: int) -> None:
    """Fuzz one kind until the time is over; never returns."""
    import atheris

    with atheris.instrument_imports(include=PACKAGES):
        import django

        django.setup()
        target = TARGETS["log" if kind == PLANTED else kind]
        seeds = target.seeds()[: 1 if kind == PLANTED else None]
        for seed in seeds:
            target.check(seed)  # imports everything while it is being watched
    check = atheris.instrument_func(planted) if kind == PLANTED else target.check
    corpus, findings = VAR / kind, VAR / f"{kind}-findings"
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed[:MOST])

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.5:
            return bend(data, chance, target.words)[:most]
        return bytes(atheris.Mutate(data, most))

    options = [f"-max_total_time={seconds}", f"-max_len={MOST}", "-print_final_stats=1", "-timeout=60"]
    options += [f"-artifact_prefix={findings}/", "-rss_limit_mb=4096", "-verbosity=1"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], check, custom_mutator=mutate)
    atheris.Fuzz()


def run(kind: str, seconds: int) -> tuple[int, str, int, int]:
    """One kind in a process of its own: exit code, last words, tries made, edges reached."""
    command = [sys.executable, "-m", "benchmarks.fuzz", "--child", kind, "--seconds", str(seconds)]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "x610z_site.settings.test",
        "DATABASE_URL": "sqlite:///:memory:",
    }
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, errors="replace"
    )
    said = done.stdout + done.stderr
    tries = (
        re.findall(r"number_of_executed_units: (\d+)", said) or re.findall(r"^#(\d+)", said, re.M) or ["0"]
    )
    edges = re.findall(r"cov: (\d+)", said) or ["0"]
    return done.returncode, said[-4000:], int(tries[-1]), int(edges[-1])


def main() -> None:
    """Every kind in turn; ends with an error when one has a finding, or when the control has none."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="*", default=list(TARGETS), metavar="KIND")
    parser.add_argument(
        "--seconds", type=int, default=720, help="for each kind (default 720: an hour for all)"
    )
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.seconds)
        return
    (VAR / f"{PLANTED}-findings").mkdir(parents=True, exist_ok=True)
    code, said, tries, _edges = run(PLANTED, min(options.seconds, 120))
    if code == 0 or "planted" not in said:
        sys.exit(f"the planted fault was not found in {tries} tries: this program sees nothing\n{said}")
    figures, found = {}, []
    for kind in options.kinds:
        code, said, made, edges = run(kind, options.seconds)
        figures[kind] = (
            f"{made:,} tries, {edges:,} edges, {'nothing unexplained' if code == 0 else 'a FINDING'}"
        )
        if code:
            found.append(f"{kind}: {said}")
    keep(
        "fuzz",
        command=f"python -m benchmarks.fuzz --seconds {options.seconds}",
        goals=("R11",),
        figures=figures,
        control=f"a fault planted behind two certain values of a line of JSON: found after {tries:,} tries",
    )
    if found:
        sys.exit("\n\n".join(found))


if __name__ == "__main__":
    main()
