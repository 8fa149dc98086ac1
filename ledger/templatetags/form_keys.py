"""The hidden field by which a form that is sent twice has one effect."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ledger.web import new_key

register = template.Library()


@register.simple_tag
def form_key() -> SafeString:
    """A hidden field with a fresh idempotency key; ``ledger.web.submission_key`` reads it back."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', new_key())
