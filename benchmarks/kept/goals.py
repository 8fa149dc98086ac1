"""What reliability means here, goal by goal: the bound, the test that runs every day, the command that runs at length.

``short``: a test of ``./test``. ``long``: a command for hours of its own. ``control``: what is broken on purpose there.
"" where there is none; ``gap`` says what a goal lacks.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """One goal; ``number`` as R9."""

    number: str
    what: str
    bound: str
    short: str = ""
    long: str = ""
    control: str = ""
    gap: str = ""


GOALS = (
    Goal(
        "R1",
        "every route has a rule of access, every cell of route and person is tried",
        "100 %, 0 wrong answers",
        "tests/security/test_access_matrix.py",
        "make guards",
        "each guard is taken away in turn",
    ),
    Goal(
        "R2",
        "guards that a test notices when they are gone",
        "all",
        "tests/security/test_guards.py",
        "make guards",
        "it is the control of R1",
    ),
    Goal(
        "R3",
        "secret lists outside their readers; two worlds that differ in one secret",
        "0 and 0",
        "tests/security/test_secrets.py",
        control="a planted leak is found on each channel",
    ),
    Goal(
        "R4",
        "races between writers",
        "0 anomalies of 1,000 each",
        "tests/races",
        "make races",
        "each race is run without its lock and must fail",
    ),
    Goal(
        "R5",
        "reports whose answer was lost, sent again",
        "0 lost, 0 doubled",
        "tests/site/test_trouble.py",
        "make nodes",
        "a copy that lags behind loses reports",
        "the drills cut hundreds of reports, not 10,000",
    ),
    Goal(
        "R6",
        "kill -9 of pages, relays and workers",
        "0 half states, 0 jobs lost, back in 30 s",
        "tests/site/test_respawn.py",
        "make nodes",
        "without respawn one death ends the pages",
        "one kill of each kind in a run and eight of page workers in a row, not 1,000",
    ),
    Goal(
        "R7",
        "Redis away or full, object storage silent",
        "0 failed reports",
        "tests/site/test_full_redis.py",
        "make nodes",
        "pages upon a cache that does not forgive break on a full Redis",
        "three seconds away, not ten minutes",
    ),
    Goal(
        "R8",
        "the database is killed under load",
        "0 acknowledged reports lost",
        "tests/site/test_trouble.py",
        "make nodes",
        "the same with a copy that no commit waits for loses reports",
        "hundreds of reports, not 10,000",
    ),
    Goal(
        "R9",
        "backup and restore by the written steps",
        "RPO at most 60 s, RTO at most 15 min",
        "tests/site/test_backup_steps.py",
        "make drill",
        "rights too wide, a result changed beside the ledger, a dump too old",
        "a database of megabytes, not of 10 GB",
    ),
    Goal(
        "R10",
        "a release under traffic, and back",
        "0 failed requests; old tests pass on new tables, new code on old data",
        "tests/site/test_old_release.py",
        "make upgrade-drill",
        "a column renamed under the old code",
    ),
    Goal(
        "R11",
        "whatever bytes are handed in have an answer of the promised kind",
        "0 unexplained",
        "tests/site/test_fuzz_targets.py",
        "make fuzz",
        "a planted fault must be found",
        "an hour for all kinds, not 24",
    ),
    Goal(
        "R12",
        "hostile logs are contained, others do not wait",
        "p99 of others at most 10 % longer",
        "tests/tournaments/gamelogs/test_attacks.py",
        "make hostile",
        "the same logs replayed with none of a replay's limits are felt by the others",
    ),
    Goal(
        "R13",
        "the API does what its schema says",
        "0 errors of ours, 0 departures from the schema",
        "tests/tournaments/api/test_contract.py",
        "make contract",
        "an answer that the schema does not know",
    ),
    Goal(
        "R14",
        "everybody's phone after a publish",
        "0 errors, p95 at most 500 ms",
        "tests/site/test_storm.py",
        "make storm",
        "with the pages stopped every phone counts an error",
    ),
    Goal(
        "R15",
        "closing and pairing while results arrive",
        "lock wait at most 0.5 s",
        "tests/races/test_rounds.py",
        "python -m benchmarks.close",
        "somebody else holds the lock for a second, and it is seen",
    ),
    Goal(
        "R16",
        "hours under load",
        "memory grows by at most 1 % an hour",
        "",
        "make soak",
        "pages that keep something of each request are found to grow",
        "an hour, not eight",
    ),
    Goal(
        "R17",
        "everybody signs in from one address, while others guess passwords there and elsewhere",
        "0 refused of 2,000 in five minutes; every guesser stopped",
        "tests/site/test_limits.py",
        "make signins",
        "after as many mistakes as one address may make, newcomers are refused",
    ),
    Goal(
        "R18",
        "headers and settings of production",
        "0 warnings, no unsafe-inline",
        "tests/security/test_headers.py",
        "./test --checks-only",
        control="without the middleware that adds it, a header is found to be missing",
    ),
    Goal(
        "R19",
        "ASVS 5.0, levels 1 and 2, line by line",
        "every line answered",
        "tests/security/test_asvs.py",
        control="a line that is missing, doubled or has no reason is found",
    ),
    Goal(
        "R20",
        "the ledger tells of every change, and of every tampering",
        "all found; the pages' role cannot change it",
        "tests/ledger/test_audits.py",
        "make drill",
        "a row changed, removed, cut off at the end",
    ),
    Goal(
        "R21",
        "a person is forgotten, the chain stays whole",
        "0 traces",
        "tests/races/test_erasure.py",
        "python -m benchmarks.erasure",
        "another name stays where it stands",
    ),
    Goal(
        "R22",
        "hostile names in every place a text is written to",
        "0 scripts, formulas, forged lines",
        "tests/security/test_strings.py",
        control="pages that do not escape what was typed are found",
    ),
    Goal(
        "R23",
        "requests that the site sends out",
        "0 to the inside, whatever address somebody types",
        "tests/site/reach/test_outgoing.py",
        control="an ordinary address is tried; a module that reaches out unseen is found "
        "(tests/security/test_reaching_out.py)",
    ),
    Goal(
        "R24",
        "tests notice a change of the pure packages",
        "at least 90 % of mutants",
        "tests/site/test_mutation.py",
        "make mutants",
        "changes of which nobody could see anything survive",
    ),
    Goal(
        "R25",
        "parts with known holes",
        "0",
        "tests/site/test_sbom.py",
        "make sbom",
        "a part without a licence is refused",
        "the list of parts is made, with digests and licences (images get theirs by `make pin-images`, before the next "
        "release); where holes are published has to be asked outside",
    ),
    Goal(
        "R26",
        "who finds a hole is answered",
        "1 day, fixed within 30",
        "tests/security/test_reaching_out.py",
        gap="a promise in [SECURITY.md](../SECURITY.md); a test only holds its words",
    ),
    Goal(
        "R27",
        "a newsletter while its workers are killed three times",
        "10,000 addresses, each its letter once by its Message-ID; refused ones forgotten",
        "tests/community/test_newsletter_killed.py",
        "make newsletter",
        control="two workers that do not ask who has the issue send most letters twice",
    ),
)

DAY = (
    Goal(
        "D1",
        "a draft of a round after a correction of an earlier one",
        "never called proven, never published unchecked",
        "tests/tournaments/rounds/test_outdated.py",
        control="without the comparison it is published (tests/tournaments/rounds/test_promises_can_fail.py)",
    ),
    Goal(
        "D2",
        "every part that follows ends at what was heard last, whatever comes late, is lost or breaks; so do counts and "
        "buttons around it",
        "all parts of all pages",
        "tests/browser/test_live_parts.py",
        control="a script that asks once for each piece of news stays behind",
    ),
    Goal(
        "D3",
        "lines and taps kept by a desk are counted and sent from each of its pages",
        "0 left behind",
        "tests/browser/test_desk.py",
        control="a page without the queue's script counts none",
    ),
    Goal(
        "D4",
        "rounds with a better one are called weak, and somebody is named",
        "all planted faults",
        "tests/tournaments/pairing/test_planted_faults.py",
        control="a checker that is silent on floats (tests/tournaments/rounds/test_promises_can_fail.py)",
    ),
    Goal(
        "D5",
        "a round of 10,000 players is paired",
        "1.5 times the bare method, swisspair 20 times as long",
        "tests/tournaments/pairing/test_speed.py",
        "python -m benchmarks.pairing --sizes 2000 10000",
        gap="1.0 to 1.5 times the bare method on a quiet machine, and swisspair 17 to 21 times as long, mostly 18: a "
        "hash for each player, which makes the draw repeatable, is a third of the bare method, reading the players "
        "a quarter, part by part in docs/pairing-proof.md",
        control="a round paired twenty times over is found",
    ),
    Goal(
        "D6",
        "all plans of a repair at 2,000 players",
        "30 ms of processor",
        "tests/tournaments/pairing/test_speed.py",
        "python -m benchmarks.pairing --sizes 2000 10000",
        gap="29 to 33 ms on a quiet machine, about one bare round for four plans, a third less since the best "
        "one looks at fewer matches; the one that pairs everybody anew is a whole pairing and half of the goal",
        control="a repair as long as sixty pairings is found",
    ),
    Goal(
        "D7",
        "the first standings page of 1,024 players after a result, and the same for programs",
        "100 ms of processor",
        "tests/tournaments/display/test_whole_pages.py",
        "python -m benchmarks.pages --players 1024",
        control="pages that are not kept are found to cost more",
    ),
    Goal(
        "D8",
        "who is missed at a table, who won, and where everybody came in",
        "nobody who was knocked out is missed; the wall turns to the winner",
        "tests/tournaments/rounds/test_stages.py",
        control="without knowing a knock-out, or the places, it fails "
        "(tests/tournaments/rounds/test_promises_can_fail.py)",
    ),
    Goal(
        "D9",
        "a dispute is settled by one tap on a claim, or with ruling and minutes on one sheet",
        "one command, safe to send twice",
        "tests/tournaments/judging/test_cases.py",
        control="a claim that is no longer made stores neither result nor ruling",
    ),
    Goal(
        "D10",
        "pages of the day at 360, 820 and 1440 pixels, and with text at twice its size",
        "nothing cut off",
        "tests/browser/test_desk_widths.py",
        control="a tag wider than its card and a line wider than the phone are found",
    ),
)
"""What an event day promises to those who run it and play in it."""

TAPS = (
    Goal(
        "T1",
        "taps for 150 lines on two phones",
        "at most 250, nine lines of ten with three or fewer",
        "tests/browser/test_recorder.py",
        "make recorder",
        gap="the taps are counted with a program that never hesitates; how long people take for a line was not timed",
        control="a thumb that taps beside each button first is seen",
    ),
    Goal(
        "T2",
        "taps for 150 lines by a scribe",
        "at most 330, never 400",
        "tests/browser/test_recorder_table.py",
        "make recorder",
        "that of T1: the same taps are counted",
    ),
    Goal(
        "T3",
        "the compiled log is its game, byte for byte",
        "all",
        "tests/browser/test_recorder_table.py",
        "make recorder",
        "a changed action is found",
    ),
    Goal(
        "T4",
        "a tap is seen to be felt, the page slowed 4 times",
        "50 ms, p99",
        "",
        "make recorder",
        "a page that is 60 ms late is seen",
        gap="the median holds and the p99 does not; slowed so, the browser alone takes about the bound for a page with "
        "one button, as the figures show",
    ),
    Goal(
        "T5",
        "the engine of the browser is ready",
        "30 s on a phone four years old",
        "tests/browser/test_recorder.py",
        "make recorder",
        "an engine that is late with each answer is ready later",
        gap="a browser that is slowed down stands for the phone: no phone was measured",
    ),
    Goal(
        "T6",
        "the engine of the browser answers to a line",
        "50 ms, p99",
        "",
        "make recorder",
        "answers that are 60 ms late are seen",
    ),
    Goal(
        "T7",
        "a line on the server while every table of 226 records, and while one device floods",
        "100 ms, p99",
        "tests/tournaments/recordings/test_doors.py",
        "make tables",
        "lines under an earlier number are counted as errors",
    ),
)
"""What recording a game by tapping has to keep to."""

ALL = (*GOALS, *DAY, *TAPS)
