"""Tables of three to six players, anyone who is left wins the table."""

from .format import Pods

FORMATS = (Pods(),)
