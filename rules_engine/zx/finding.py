"""A finding in the words of this game."""

from rules_engine.kernel import report

from . import messages


class Finding(report.Finding, frozen=True):
    """The first thing in a log that is wrong; see :class:`rules_engine.kernel.report.Finding`."""

    def text(self, lang: str = "en") -> str:
        """One sentence for people, in English (``en``) or Dutch (``nl``)."""
        return messages.text(self.code, self.params, lang)
