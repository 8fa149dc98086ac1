"""A typed client of the API of a site: `Site("https://...", token)` with one method for every operation.

It needs Python and msgspec, nothing else of this project. docs/client.md introduces it.
"""

from .made import Site
from .sending import Answer, Problem, Refused, Request, Unreachable, send_by_http

__all__ = ["Answer", "Problem", "Refused", "Request", "Site", "Unreachable", "send_by_http"]
