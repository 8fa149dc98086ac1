"""A pair of thumbs: plays a log through the recording screen by tapping, and counts the taps."""

import json
import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

LOOK = """async () => {
  const root = document.querySelector("[data-recorder]"), { recorder } = root;
  await recorder.taps.due; // a tap is done behind the frame that shows it
  const shown = (node) => node.offsetParent !== null && !node.disabled;
  return {
    drawn: root.dataset.drawn, waiting: Number(root.dataset.waiting ?? 0), head: Number(root.dataset.head ?? 0),
    mode: recorder.open?.name ?? "", picks: recorder.picks, lines: recorder.screen?.lines?.length ?? 0,
    buttons: Array.from(root.querySelectorAll("button[data-focus]")).filter(shown).map((node) => node.dataset.focus),
    problem: recorder.open?.problem?.text ?? "", need: recorder.open?.problem?.need ?? null,
  };
}"""
SETTLED = """([lines, drawn]) => {
  const root = document.querySelector("[data-recorder]"), { recorder } = root;
  if (root.dataset.busy || recorder.taps.due) return false;
  if (["need", "problem"].includes(recorder.open?.name)) return root.dataset.drawn !== drawn;
  return (recorder.screen?.lines?.length ?? 0) > lines && (Number(root.dataset.waiting) === 0 || !navigator.onLine);
}"""
HEARD = "(head) => Number(document.querySelector('[data-recorder]').dataset.head) >= head"
UNTIL = """async ([holds, arg, patience]) => {
  const end = performance.now() + patience;
  while (!(await holds(arg))) {
    if (performance.now() > end) return false;
    await new Promise((done) => { setTimeout(done, 8); });
  }
  return true;
}"""


def until(page: Page, holds: str, arg: Any = None, patience: float = 60_000) -> None:
    """Wait for a condition inside the page, whose policy forbids making code of text: so it is put in here."""
    if not page.evaluate(UNTIL.replace("holds(arg)", f"({holds})(arg)"), [None, arg, patience]):
        raise TimeoutError(holds)


class NotOffered(Exception):
    """The screen does not offer what the log says."""


@dataclass
class Thumb:
    """One phone and anyone who holds it."""

    page: Page
    taps: int = 0
    by_line: list[tuple[str, int]] = field(default_factory=list)

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def press(self, focus: str) -> None:
        """Tap a button by what it stands for."""
        self.taps += 1
        self.page.locator(f"[data-recorder] button[data-focus={json.dumps(focus)}]:enabled").first.click()

    def touch(self, dot: str) -> None:
        """Tap the board where a dot is."""
        at = self.page.evaluate(
            "async (dot) => { const { board, taps } = document.querySelector('[data-recorder]').recorder;"
            " await taps.due; board.svg.scrollIntoView({ block: 'nearest' }); return board.where(dot); }",
            dot,
        )
        self.taps += 1
        self.page.mouse.click(at["x"], at["y"])

    def end_turn(self) -> None:
        """End the turn, which is asked again: whoever is next draws a card."""
        self.press("end")
        self.press("end_confirm")

    def more(self, focus: str) -> None:
        """Tap a button that lies under *More*."""
        if not self.page.locator(".rec-more[open]").count():
            self.taps += 1
            self.page.click(".rec-more > summary")
        self.press(focus)

    def settled(self, before: dict[str, Any]) -> None:
        until(self.page, SETTLED, [before["lines"], before["drawn"]])

    # --- one line -------------------------------------------------------------------------------------------------

    def write(self, line: dict[str, Any], alone: bool = True) -> float:
        """Write one line of a log down; the seconds from the last tap until it was acknowledged."""
        began = self.taps
        before = self.look()
        self.choose(line, before, alone)
        tapped = time.monotonic()
        self.settled(before)
        for answer in line.get("answers") or ():
            now = self.look()
            if now["mode"] != "need":
                break
            self.answer(answer, now)
            self.settled({**before, "drawn": now["drawn"]})
        now = self.look()
        if now["mode"] in ("need", "problem"):
            raise NotOffered(f"{line}: {now['problem']} {now['need']}")
        self.by_line.append((line["do"], self.taps - began))
        return time.monotonic() - tapped

    def choose(self, line: dict[str, Any], look: dict[str, Any], alone: bool) -> None:
        do = line["do"]
        if do in ("resolve", "proceed"):
            self.press("nobody")
        elif do == "end":
            self.end_turn() if alone else self.more("end_only")
        elif do in ("begin", "murphy"):
            self.press(f"{do}:{line['seat']}:{line.get('x', 0)}")
        elif do == "concede":
            self.more(f"concede:{line['seat']}")
            self.press("concede_confirm")
        elif do == "time":
            self.press("time")
            self.press("time_confirm")
        else:
            self.begin_with(line, look)
            self.narrow(line)

    def begin_with(self, line: dict[str, Any], look: dict[str, Any]) -> None:
        card = line["card"]
        source = f"source:{card}" if card.startswith("#") else f"source:card:{card}"
        dot = self.dot_of(card)
        if dot and line["do"] in ("move", "attack", "activate"):
            self.touch(dot)
        elif source in look["buttons"]:
            self.press(source)
        elif heap := self.heap_of(card):
            self.press(f"heap:{heap}")
            self.press(source)
        else:
            self.press("cards")
            if source not in self.look()["buttons"]:
                raise NotOffered(f"{line}: {source}")
            self.press(source)
        if [field for field, _ in self.look()["picks"]] == [] and self.look()["mode"] == "":
            return  # one tap was enough

    def heap_of(self, oid: str) -> str | None:
        """The name of the heap of equal things in which one lies."""
        found: str | None = self.page.evaluate(
            "(oid) => document.querySelector('[data-recorder]').recorder.heaped"
            "?.find(({ all }) => all.some(({ source }) => source === oid))?.name ?? null",
            oid,
        )
        return found

    def dot_of(self, oid: str) -> str | None:
        found: str | None = self.page.evaluate(
            "(oid) => document.querySelector('[data-recorder]').recorder.dotOf(oid)", oid
        )
        return found

    def lit(self, answer: str) -> str | None:
        """Where on the board an answer is lit, if it is."""
        found: str | None = self.page.evaluate(
            """async (answer) => { const { recorder: r } = document.querySelector('[data-recorder]');
            await r.taps.due;
            return [...(r.choices?.dots ?? [])].find(([, option]) => option === answer)?.[0] ?? null; }""",
            answer,
        )
        return found

    def narrow(self, line: dict[str, Any]) -> None:
        """Answer every question of the screen with what the line says, until it is written."""
        for _question in range(12):
            look = self.look()
            if not look["picks"]:
                return
            if "confirm" in look["buttons"]:
                self.pay(line)
                self.press("confirm")
                return
            asked = next(
                (one for one in look["buttons"] if one.split(":")[0] in FIELDS or one.startswith("target.")),
                None,
            )
            if asked is None:
                raise NotOffered(f"{line}: nothing is asked {look}")
            name = asked.split(":", 1)[0]
            self.tell(name, line, look)
        raise NotOffered(f"{line}: too many questions")

    def tell(self, name: str, line: dict[str, Any], look: dict[str, Any]) -> None:
        path = line.get("path") or []
        if path and name in ("do", "to") and not any(field == "to" for field, _ in look["picks"]):
            self.touch(path[-1])
            return
        wanted = f"{name}:{said(name, line)}"
        if wanted not in look["buttons"]:
            raise NotOffered(f"{line}: {wanted} not among {look['buttons'][:12]}")
        dot = self.dot_of(said(name, line)) if name.startswith("target.") else None
        if dot:
            self.touch(dot)
        else:
            self.press(wanted)

    def pay(self, line: dict[str, Any]) -> None:
        """Pay as the log does, where it matters: other crystals are turned by tapping on."""
        wanted = [line.get("crystals") or [], line.get("pay") or {}, bool(line.get("short"))]
        for _way in range(12):
            now = self.page.evaluate(
                "() => { const r = document.querySelector('[data-recorder]').recorder; return r.proposed(); }"
            )
            if now == wanted or "pay" not in self.look()["buttons"]:
                return
            self.press("pay")

    def answer(self, answer: Any, look: dict[str, Any]) -> None:
        if isinstance(answer, list):
            for one in answer:
                self.press(f"answer:{compact(one)}")
            if len(answer) != look["need"]["high"]:
                self.press("answers")
        elif isinstance(answer, str) and (dot := self.lit(answer)):
            self.touch(dot)
        else:
            self.press(f"answer:{compact(answer)}")


FIELDS = ("do", "seat", "ability", "mode", "extra", "to", "path")


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def said(name: str, line: dict[str, Any]) -> str:
    """What a line says in a field of the screen."""
    path, targets = line.get("path") or [], line.get("targets") or []
    if name.startswith("target."):
        place = int(name[7:])
        return targets[place] if place < len(targets) else ""
    if name == "extra":
        return ",".join(map(str, line["extras"])) if line.get("extras") else str(line.get("x", 0))
    values = {
        "do": line["do"],
        "seat": str(line.get("seat", "")),
        "ability": str(line.get("ability", 0)),
        "mode": str(line.get("mode", 0)),
        "to": path[-1] if path else "",
        "path": " ".join(path),
    }
    return str(values[name])


def lines_of(log: bytes) -> list[dict[str, Any]]:
    """The actions of a log, in order."""
    rows = [json.loads(raw) for raw in log.splitlines() if raw]
    return [row for row in rows if row["kind"] == "act"]


def play(lines: list[dict[str, Any]], phones: dict[int, Thumb]) -> list[float]:
    """Play the lines; each seat taps on its own phone, what belongs to nobody is tapped by the person who acts next."""
    times, place = [], 0
    while place < len(lines):
        line = lines[place]
        seat = line.get("seat")
        thumb = phones[seat if seat is not None else asked_seat(lines, place, phones)]
        if line.get("answers"):
            thumb = whose_choice(line, phones, thumb)
        rides = line["do"] == "end" and all(
            place + i < len(lines)
            and lines[place + i]["do"] == "proceed"
            and not lines[place + i].get("answers")
            for i in (1, 2)
        )
        times.append(thumb.write(line, alone=rides))
        place += 3 if rides else 1
        together(phones, thumb)
    return times


def asked_seat(lines: list[dict[str, Any]], place: int, phones: dict[int, Thumb]) -> int:
    """Whose phone writes a line of nobody's: anyone who acted last, and is there."""
    for line in reversed(lines[:place]):
        if line.get("seat") in phones:
            return int(line["seat"])
    return next(iter(phones))


def whose_choice(line: dict[str, Any], phones: dict[int, Thumb], thumb: Thumb) -> Thumb:
    """The phone of the one who is asked: the engine says who that is."""
    bare = {
        "kind": "act",
        **{name: value for name, value in line.items() if name not in ("n", "answers", "kind")},
    }
    seat = thumb.page.evaluate(
        "async (line) => { const r = document.querySelector('[data-recorder]').recorder;"
        " return (await r.problemOf(line))?.need?.seat ?? null; }",
        bare,
    )
    return phones.get(seat, thumb)


def together(phones: dict[int, Thumb], wrote: Thumb) -> None:
    """Wait until every phone shows what the writer's shows."""
    head = wrote.look()["head"]
    for thumb in phones.values():
        if thumb is not wrote:
            thumb.page.evaluate("() => document.querySelector('[data-recorder]').recorder.refresh()")
            until(thumb.page, HEARD, head)


class Keys(Thumb):
    """The same screen by keyboard alone: no finger, no pointer, nothing but what a screen reader reaches, too."""

    def press(self, focus: str) -> None:
        """Walk to a button with Tab as far as it takes, and press Enter."""
        self.taps += 1
        held = (
            "async () => { await document.querySelector('[data-recorder]').recorder.taps.due;"
            " return document.activeElement?.dataset?.focus ?? ''; }"
        )
        for _step in range(150):
            if self.page.evaluate(held) == focus:
                break
            self.page.keyboard.press("Tab")
        else:
            raise NotOffered(f"{focus}: no way there by Tab")
        self.page.keyboard.press("Enter")

    def touch(self, dot: str) -> None:
        """Nobody points at the board here."""
        raise NotOffered(dot)

    def dot_of(self, oid: str) -> str | None:
        """No piece has a place for anyone who does not see the board."""
        return None

    def lit(self, answer: str) -> str | None:
        """Nor has an answer."""
        return None

    def more(self, focus: str) -> None:
        """Open *More* by its summary, which Tab reaches, too."""
        if not self.page.locator(".rec-more[open]").count():
            self.page.locator(".rec-more > summary").press("Enter")
        self.press(focus)

    def choose(self, line: dict[str, Any], look: dict[str, Any], alone: bool) -> None:
        """The keys of the screen where it has some."""
        key = {"resolve": "r", "proceed": "r", "end": "e" if alone else ""}.get(line["do"], "")
        if not key:
            super().choose(line, look, alone)
            return
        self.taps += 1
        self.page.keyboard.press(key)
        if key == "e":
            self.press("end_confirm")

    def tell(self, name: str, line: dict[str, Any], look: dict[str, Any]) -> None:
        """Every answer is a button; arrow keys go from one to the next."""
        wanted = f"{name}:{said(name, line)}"
        if wanted not in look["buttons"]:
            raise NotOffered(f"{line}: {wanted} not among {look['buttons'][:12]}")
        self.press(wanted)


class Clumsy(Thumb):
    """A thumb that taps beside each button first: what counts taps must count these, too."""

    def press(self, focus: str) -> None:
        """Tap where nothing is, and then the button."""
        self.page.mouse.click(1, 1)
        super().press(focus)
