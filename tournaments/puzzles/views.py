"""The pages of the puzzles: the score with the next puzzle, and one puzzle with its answer once one was given."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.web import perform, whole_number

from .making import LARGEST, puzzle_of, sections, solution_of, start_of, steps_of
from .selectors import answer_of, next_puzzle, score_of
from .services import puzzle_answer


@login_required
@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """How well this person knows each chapter, and the next puzzle."""
    score = score_of(signed_in(request))
    context = {
        "score": score,
        "total": sum(row["total"] for row in score),
        "right": sum(row["right"] for row in score),
        "next": next_puzzle(signed_in(request)),
    }
    return render(request, "puzzles/puzzles.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """One puzzle. What is wrong in it stands on the page only after this person has answered."""
    if not 1 <= number <= LARGEST:
        raise Http404
    if request.method == "POST":
        perform(
            request,
            puzzle_answer,
            actor=Actor(request.user, "player"),
            number=number,
            line=whole_number(request.POST.get("line", "")),
            section=request.POST.get("section", ""),
        )
        return redirect("tournaments:puzzle", number=number)
    made, answer = puzzle_of(number), answer_of(signed_in(request), number)
    context = {
        "number": number,
        "steps": steps_of(made),
        "start": start_of(made),
        "sections": sections(),
        "answer": answer,
        "solution": solution_of(made) if answer is not None else None,
        "next": next_puzzle(signed_in(request)),
    }
    return render(request, "puzzles/puzzle.html", context)
