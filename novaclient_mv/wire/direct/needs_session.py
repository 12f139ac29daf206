"""Raised before anything is sent that only a keystoneauth1 session can send."""

from __future__ import annotations


class NeedsSession(Exception):
    """Only a session can send this request; nothing was sent. Not an :class:`errors.Error`, so that
    no handler of errors catches it.
    """
