"""Tables of three to six players, whoever is left wins the table."""

from .format import Pods

FORMATS = (Pods(),)
