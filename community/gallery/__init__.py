"""Pictures and stories that people made: looked at before they are shown, at their card, taken back any time."""
