"""The CSV form of a finished event: one line per match, for people who keep results in a spreadsheet.

Columns (any order, by name): round, player1, player2 (to player6 for pods), wins1, wins2, draws, kind, results,
verified ("yes" where signed logs prove the result); slot, winner and place where there was a knock-out.
`kind` also takes "drop" (player1 leaves after this round, 0 = before the first) and "join" (player1 plays from
this round on); "seed" and "place" name a seed and a final place.
Lines that start with "#" may carry "# event: ...", "# date: ...", "# preset: ...".
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace

from ledger.names import plain_cell, safe_cell
from tournaments.standings.formats_base import (
    MAX_GAMES,
    MAX_NAME,
    MAX_ROUNDS,
    FormatError,
    Results,
    check_rows,
    fail,
    text_of,
)
from tournaments.standings.formats_fields import a_date, one_line
from tournaments.standings.formats_knock_out import CSV_COLUMNS, CsvKnockOut, csv_lines
from tournaments.standings.model import KINDS, RESULTS, SOLO_KINDS, Entrant, Match, Sentence, StandingsError
from tournaments.standings.presets import PRESETS, Preset, preset

_SEATS = tuple(f"player{seat}" for seat in range(1, 7))
COLUMNS = ("round", *_SEATS, "wins1", "wins2", "draws", "kind", "results", "verified")
_KNOWN = (*COLUMNS, *CSV_COLUMNS)
_NEEDED = ("round", "player1", "player2")


def read_csv(data: str | bytes) -> Results:
    """Read an event from CSV. Raises FormatError with the line (and column) that is wrong."""
    facts, lines = _split_comments(text_of(data))
    reader = csv.reader(io.StringIO("\n".join(lines) + "\n"), strict=True)
    header: list[str] = []
    matches: list[tuple[Match, str]] = []
    moves: list[tuple[str, str, int, str]] = []
    knock_out = CsvKnockOut()
    try:
        for cells in reader:
            where = f"line {reader.line_num}"
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = _read_header(cells, where)
                continue
            if len(cells) > len(header):
                text = "%(cells)s cells under %(columns)s columns"
                raise fail(where, Sentence(text, cells=len(cells), columns=len(header)))
            row = {
                name: one_line(cell.strip(), f"{where}, {name}")
                for name, cell in zip(header, cells, strict=False)
            }
            _read_line(row, where, matches, moves, knock_out)
    except csv.Error:
        text = "this line is not a row of a table: a quotation mark is missing or too many"
        raise fail(f"line {reader.line_num}", text, "not_csv") from None
    if not header:
        text = Sentence("the first line must name the columns: %(known)s", known=", ".join(COLUMNS))
        raise fail("line 1", text, "not_csv")
    entrants = _entrants(matches, moves)
    check_rows(matches, entrants)
    return Results(
        event=one_line(facts.get("event", "Event"), "# event"),
        entrants=tuple(entrants.values()),
        matches=tuple(match for match, _ in matches),
        rounds=max((match.round for match, _ in matches), default=0),
        date=a_date(facts.get("date", ""), "# date"),
        policy=_policy(facts),
        names={key: key for key in entrants},
        knock_out=knock_out.read(facts.get("knock-out", ""), entrants),
    )


def _policy(facts: dict[str, str]) -> Preset | None:
    if "preset" not in facts:
        return None
    try:
        return preset(facts["preset"])
    except StandingsError as error:
        raise FormatError(error.code, error.message, "# preset") from None


def _split_comments(text: str) -> tuple[dict[str, str], list[str]]:
    facts: dict[str, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.startswith("#"):
            continue
        lines[number] = ""
        said, colon, value = line[1:].partition(":")
        name = said.strip().lower()
        if colon and name in ("event", "date", "preset", "knock-out"):
            if name in facts:
                raise fail(f"line {number + 1}, # {name}", "this field appears twice", "field_twice")
            facts[name] = plain_cell(value.strip())
    return facts, lines


def _shown(name: str) -> str:
    """A name in quotes, cut where it is long: a broken file may be one long line."""
    return repr(name if len(name) <= 40 else name[:40] + "…")


def _read_header(cells: list[str], where: str) -> list[str]:
    header = [cell.strip().lower() for cell in cells]
    for name in header:
        if name not in _KNOWN:
            text = "there is no column %(column)s; known columns: %(known)s"
            raise fail(where, Sentence(text, column=_shown(name), known=", ".join(_KNOWN)), "field_unknown")
        if header.count(name) > 1:
            raise fail(
                where,
                Sentence("the column %(column)s appears twice", column=_shown(name)),
                "field_twice",
            )
    missing = [name for name in _NEEDED if name not in header]
    if missing:
        raise fail(
            where, Sentence("the column %(column)s is missing", column=repr(missing[0])), "field_missing"
        )
    return header


def _read_line(
    row: dict[str, str],
    where: str,
    matches: list[tuple[Match, str]],
    moves: list[tuple[str, str, int, str]],
    knock_out: CsvKnockOut,
) -> None:
    kind = row.get("kind", "").lower()
    number = _count(row, "round", where, 0 if kind == "drop" else 1, MAX_ROUNDS)
    if number is None:
        raise fail(f"{where}, round", "is missing")
    if knock_out.takes(row, number, where, plain_cell):
        return
    players = _players(row, where)
    if kind in ("drop", "join"):
        if len(players) != 1:
            raise fail(where, Sentence("a %(kind)s names one player", kind=kind))
        moves.append((kind, players[0], number, where))
        return
    if not kind and "player2" not in row:
        # The line ends before the cell of the opponent: it may have been cut off, and nobody wins by that.
        raise fail(f"{where}, player2", "is missing")
    kind = kind or ("played" if len(players) > 1 else "bye")
    if kind not in KINDS:
        text = Sentence("must be one of %(known)s", known=f"{', '.join(KINDS)}, drop, join")
        raise fail(f"{where}, kind", text, "kind_unknown")
    seats = (players[0], None) if len(players) == 1 else tuple(players)
    games, results, verified = _games(row, where), _results(row, where), _verified(row, where)
    matches.append((Match(number, seats, games, kind, results, verified), where))


def _players(row: dict[str, str], where: str) -> list[str]:
    players = [plain_cell(row[name]) for name in _SEATS if row.get(name)]
    if any(len(player) > MAX_NAME for player in players):
        raise fail(where, Sentence("a name has at most %(most)s characters", most=MAX_NAME))
    if not row.get("player1"):
        raise fail(f"{where}, player1", "is missing")
    return players


def _games(row: dict[str, str], where: str) -> tuple[int, int, int] | None:
    """The games won by the first and the second, and the drawn ones; None where the line says nothing of games."""
    scores = [_count(row, name, where, 0, MAX_GAMES) for name in ("wins1", "wins2", "draws")]
    first, second, drawn = scores
    if first is not None and second is not None:
        return first, second, drawn or 0
    if any(score is not None for score in scores):
        raise fail(where, "wins1 and wins2 belong together")
    return None


def _results(row: dict[str, str], where: str) -> tuple[str, ...] | None:
    letters = tuple(row.get("results", "").lower())
    if any(letter not in RESULTS for letter in letters):
        raise fail(f"{where}, results", "one letter per player: w, d or l", "results_wrong")
    return letters or None


def _verified(row: dict[str, str], where: str) -> bool:
    verified = row.get("verified", "").lower()
    if verified not in ("", "yes"):
        raise fail(f"{where}, verified", "yes, or nothing")
    return verified == "yes"


def _count(row: dict[str, str], name: str, where: str, low: int, high: int) -> int | None:
    cell = row.get(name, "")
    if not cell:
        return None
    if not (cell.isascii() and cell.isdigit() and len(cell) < 10 and low <= int(cell) <= high):
        text = "must be a whole number from %(low)s to %(high)s"
        raise fail(f"{where}, {name}", Sentence(text, low=low, high=high))
    return int(cell)


def _entrants(matches: list[tuple[Match, str]], moves: list[tuple[str, str, int, str]]) -> dict[str, Entrant]:
    entrants: dict[str, Entrant] = {}
    named = [player for match, _ in matches for player in match.players if player is not None]
    for player in [*named, *(move[1] for move in moves)]:
        entrants.setdefault(player, Entrant(player, player.casefold()))
    done: set[tuple[str, str]] = set()
    for kind, player, number, where in moves:
        if (kind, player) in done:
            text = Sentence("%(player)s already has a %(kind)s line", player=repr(player), kind=kind)
            raise fail(where, text, "player_twice")
        done.add((kind, player))
        entrant = entrants[player]
        entrants[player] = (
            replace(entrant, dropped_after=number)
            if kind == "drop"
            else replace(entrant, joined_round=number)
        )
    return entrants


def to_csv(results: Results) -> str:
    """The event as CSV text: matches, then joins and drops.

    CSV has no place for lots, disqualifications, display names or a policy of one's own: use JSON for those.
    Names are written by :func:`safe_cell`, and :func:`read_csv` reads them back as they were.
    """
    out = io.StringIO()
    out.write(f"# event: {safe_cell(results.event)}\n")
    if results.date:
        out.write(f"# date: {results.date}\n")
    if results.policy is not None and PRESETS.get(results.policy.key) == results.policy:
        out.write(f"# preset: {results.policy.key}\n")
    last = results.knock_out
    if last is not None:
        out.write(f"# knock-out: {safe_cell(last.kind)}\n")
    writer = csv.DictWriter(out, COLUMNS if last is None else _KNOWN, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_match_row, results.matches))
    writer.writerows(_moves(results))
    if last is not None:
        writer.writerows(csv_lines(last, results.rounds, safe_cell))
    return out.getvalue()


def _match_row(match: Match) -> dict[str, object]:
    players = [safe_cell(player) for player in match.players if player is not None]
    row: dict[str, object] = {"round": match.round, **dict(zip(_SEATS, players, strict=False))}
    if match.games is not None:
        row |= dict(zip(("wins1", "wins2", "draws"), match.games, strict=True))
    if match.kind != ("bye" if match.kind in SOLO_KINDS else "played"):
        row["kind"] = match.kind
    if match.results is not None:
        row["results"] = "".join(match.results)
    if match.verified:
        row["verified"] = "yes"
    return row


def _moves(results: Results) -> Iterator[dict[str, object]]:
    """Who joined late or plays in no match, and who dropped."""
    seen = {player for match in results.matches for player in match.players}
    for entrant in results.entrants:
        name = safe_cell(entrant.id)
        if entrant.joined_round > 1 or entrant.id not in seen:
            yield {"round": entrant.joined_round, "player1": name, "kind": "join"}
        if entrant.dropped_after is not None:
            yield {"round": entrant.dropped_after, "player1": name, "kind": "drop"}
