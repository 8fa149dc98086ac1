"""Health for load balancers, metrics for anyone who has the token, the operator's page for the office."""

import threading
import time

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.shapes import Context

from . import gauges, openmetrics
from .counters import BUCKETS, Counts, everybody

FRESH = 2.0
"""Seconds for which what health found is told again: a write for each question would be a burden of its own."""
_lock = threading.Lock()
_found: tuple[float, str] = (-FRESH, "")
BUSIEST = 12


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 while a row can be written; 503, and what kind of trouble it is, when not."""
    global _found  # one answer for a process
    with _lock:
        if time.monotonic() - _found[0] >= FRESH:
            _found = (time.monotonic(), gauges.writes())
        trouble = _found[1]
    return JsonResponse({"database": trouble or "ok", "writes": not trouble}, status=503 if trouble else 200)


@require_safe
@never_cache
def alive(request: HttpRequest) -> JsonResponse:
    """200 from a process that answers, whatever is with the database: to start it anew would mend nothing there."""
    return JsonResponse({"alive": True})


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics, for anyone who shows the site's token; without one set, or with another, there is no such page."""
    said = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(said, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(status=404)
    return HttpResponse(openmetrics.written(everybody(), gauges.read_all()), content_type=openmetrics.TYPE)


@login_required
@never_cache
@require_safe
def operator(request: HttpRequest) -> HttpResponse:
    """How the site is, in pictures, for the office."""
    if not getattr(request.user, "works_as_office", False):
        raise PermissionDenied
    values = gauges.read_all()
    rows = [
        {"gauge": gauge, "value": values.get(gauge.name), "bad": gauges.is_bad(gauge, values.get(gauge.name)),
         "share": _share(values.get(gauge.name), gauge.bad), "never": values.get(gauge.name) == float("inf")}
        for gauge in gauges.GAUGES
    ]  # fmt: skip
    counts = everybody()
    context = {
        "rows": rows,
        "steps": _steps(counts),
        "busiest": _busiest(counts),
        "total": counts.number.total(),
    }
    return render(request, "watch/operator.html", context)


def _share(value: float | None, bad: float) -> int | None:
    """How far a bar is filled, in percent of its limit; None where there is no limit."""
    return None if value is None or not bad else min(100, round(100 * value / bad)) if value < 1e9 else 100


def _steps(counts: Counts) -> list[Context]:
    """How many answers took how long: each step alone, and its bar against the largest."""
    totals = [sum(counts.within[key, place] for key in counts.number) for place in range(len(BUCKETS))]
    alone = [
        after - before for before, after in zip([0, *totals], [*totals, counts.number.total()], strict=True)
    ]
    most = max(alone, default=0) or 1
    ends = [*(f"{end * 1000:g} ms" for end in BUCKETS), "…"]
    return [
        {"end": end, "number": number, "percent": round(100 * number / most)}
        for end, number in zip(ends, alone, strict=True)
    ]


def _busiest(counts: Counts) -> list[Context]:
    routes: dict[str, list[float]] = {}
    for key, number in counts.number.items():
        row = routes.setdefault(key[0], [0, 0.0, 0])
        row[0] += number
        row[1] += counts.seconds[key]
        row[2] += number if key[2] == "5xx" else 0
    order = sorted(routes.items(), key=lambda item: -item[1][1])[:BUSIEST]
    return [
        {"route": route, "number": int(number), "mean": 1000 * seconds / number, "failed": int(failed)}
        for route, (number, seconds, failed) in order
    ]
