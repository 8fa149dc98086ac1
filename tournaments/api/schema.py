"""The description of the API in the form of OpenAPI, made once in a process for each language."""

from functools import cache
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView

from ledger.shapes import Json


@cache
def described(_language: str | None) -> Json:
    """The description in the present language, which is named as its key. It is only read."""
    generator: Any = SchemaGenerator  # it has no types
    made: Json = generator().get_schema(request=None, public=True)
    return made


class Described(SchemaGenerator):
    """What everybody may read of the API; it says the same to all of one language."""

    def get_schema(self, request: object = None, public: bool = True) -> Json:
        """The description in the present language."""
        return described(get_language())


schema = SpectacularAPIView.as_view(
    generator_class=Described, permission_classes=[], authentication_classes=[]
)
