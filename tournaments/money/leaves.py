"""A long list page by page: at a desk of a thousand players no page may weigh a megabyte."""

from collections.abc import Sequence
from typing import TypeVar

from django.http import HttpRequest

from ledger.shapes import Context
from ledger.web import whole_number

ON_A_PAGE = 60
T = TypeVar("T")


def leaf(request: HttpRequest, rows: Sequence[T], name: str = "rows") -> Context:
    """The rows of the page that the address asks for (``?page=``), under this name, and where its neighbours are."""
    last = max(1, -(-len(rows) // ON_A_PAGE))
    page = min(max(1, whole_number(request.GET.get("page", ""), 1)), last)

    def at(number: int) -> str:
        query = request.GET.copy()
        query["page"] = str(number)
        return f"?{query.urlencode()}" if 1 <= number <= last else ""

    return {name: rows[(page - 1) * ON_A_PAGE : page * ON_A_PAGE], "back": at(page - 1), "on": at(page + 1)}
