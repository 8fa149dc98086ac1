"""The tag for a part of the frame that is the same on every page: it is drawn once for each language."""

from django import template
from django.conf import settings
from django.template import Context as PageContext
from django.urls import get_urlconf
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


class MadeOnce(template.Node):
    """What stands between ``made_once`` and its end, drawn once for each language."""

    def __init__(self, nodes: template.NodeList) -> None:
        self.nodelist = nodes
        self._made: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: PageContext) -> SafeString:
        """As it was drawn before; it sees nothing of the page it stands on, so nothing of a reader can be in it."""
        key = (
            get_language(),
            get_urlconf(),
            settings.STATIC_URL,
            settings.STORAGES["staticfiles"]["BACKEND"],
        )
        if key not in self._made:
            self._made[key] = self.nodelist.render(context.new({}))
        return self._made[key]


@register.tag
def made_once(parser: template.base.Parser, token: template.base.Token) -> MadeOnce:
    """A part of a frame that is the same on every page in a language: its links and words are looked up once."""
    nodes = parser.parse(("endmade_once",))
    parser.delete_first_token()
    return MadeOnce(nodes)
