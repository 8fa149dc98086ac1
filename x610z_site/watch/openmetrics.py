"""The metrics as text (OpenMetrics 1.0), made without a library: counts, durations and gauges."""

from collections.abc import Iterator

from .counters import BUCKETS, Counts
from .gauges import GAUGES

TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8"
REQUESTS, SECONDS = "x610z_requests", "x610z_request_seconds"


def written(counts: Counts, gauges: dict[str, float]) -> str:
    """One document: every family with its type and help, its samples behind, and the end that the format asks for."""
    lines = [f"# TYPE {REQUESTS} counter", f"# HELP {REQUESTS} answered requests"]
    for key in sorted(counts.number):
        lines.append(f"{REQUESTS}_total{_labels(*key)} {counts.number[key]}")
    lines += [f"# TYPE {SECONDS} histogram", f"# HELP {SECONDS} time to answer"]
    for key in sorted(counts.number):
        lines += _histogram(counts, key)
    for gauge in GAUGES:
        if gauge.name in gauges:
            lines += [f"# TYPE {gauge.name} gauge", f"# HELP {gauge.name} {gauge.help}"]
            lines.append(f"{gauge.name} {_number(gauges[gauge.name])}")
    return "\n".join([*lines, "# EOF", ""])


def _histogram(counts: Counts, key: tuple[str, str, str]) -> Iterator[str]:
    for place, end in enumerate(BUCKETS):
        yield f"{SECONDS}_bucket{_labels(*key, le=str(end))} {counts.within[key, place]}"
    yield f"{SECONDS}_bucket{_labels(*key, le='+Inf')} {counts.number[key]}"
    yield f"{SECONDS}_count{_labels(*key)} {counts.number[key]}"
    yield f"{SECONDS}_sum{_labels(*key)} {counts.seconds[key]:.6f}"


def _labels(route: str, method: str, status: str, **more: str) -> str:
    pairs = {"route": route, "method": method, "status": status, **more}
    return "{" + ",".join(f'{name}="{_quoted(value)}"' for name, value in pairs.items()) + "}"


def _quoted(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return "+Inf" if value == float("inf") else f"{value:g}"
