"""The hidden field by which a form that is sent twice has one effect."""

import uuid

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def form_key(context: template.Context) -> SafeString:
    """A hidden field with a fresh idempotency key; ``ledger.web.submission_key`` reads it back.

    A part that is rendered once for many says by ``open_key`` what stands there until each gets a key of its own.
    """
    key = context.get("open_key") or uuid.uuid4().hex
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', key)


@register.simple_tag
def form_secrets() -> str:
    """The names of what a form sends for its own safety, for ``hx-params``: they stay out of addresses."""
    return "csrfmiddlewaretoken,idempotency_key"
