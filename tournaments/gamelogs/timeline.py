"""The turns of a game as one line: a band for every turn, marks for draws and attacks, a bar where a rule was broken.

A picture beside the list of turns, which says the same in words. Marks differ by shape and by height, not by colour
alone. The picture may be stretched: widths are strokes that do not scale.
"""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from .story import ATTACK, DRAW, FINDING, Turn

WIDTH, HEIGHT = 1000, 40
_HEIGHTS = {ATTACK: 11, DRAW: 29}


def timeline_svg(turns: Sequence[Turn], total: int, step: int) -> SafeString:
    """The line as SVG; a tap on a band asks the page's script for the first step of that turn."""
    size = WIDTH / max(total, 1)
    parts = []
    for turn in turns:
        begin, end = (turn.first - 1) * size, (turn.lines[-1].number) * size
        parts.append(
            f'<rect class="turn seat-{max(turn.seat, 0) % 6}{" is-setup" if turn.seat < 0 else ""}" '
            f'x="{begin:.1f}" width="{end - begin:.1f}" height="{HEIGHT}" data-step-link="{turn.first}"/>'
        )
    for turn in turns:
        for line in turn.lines:
            parts += [_mark(mark, (line.number - 0.5) * size) for mark in sorted(line.marks)]
    now = max(step - 0.5, 0) * size
    parts.append(f'<path class="now" data-replay-now="" d="M{now:.1f} 0V{HEIGHT}"/>')
    # Numbers and words of our own only: nothing out of a log is in it.
    return SafeString(
        f'<svg class="timeline" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true" '
        f'data-replay-timeline="">{"".join(parts)}</svg>'
    )


def _mark(mark: str, x: float) -> str:
    if mark == FINDING:
        return f'<path class="mark finding" d="M{x:.1f} 0V{HEIGHT}"/>'
    if mark == ATTACK:
        return f'<path class="mark attack" d="M{x:.1f} {_HEIGHTS[ATTACK] - 6}v12"/>'
    if mark == DRAW:
        return f'<path class="mark draw" d="M{x:.1f} {_HEIGHTS[DRAW]}h.01"/>'
    return ""
