"""Says that only a keystoneauth1 session can do what is asked."""

from __future__ import annotations


class Unserved(Exception):
    """A request that was not sent, as only a session knows how. It is no error, so that nothing
    takes it for one.
    """
