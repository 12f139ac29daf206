"""python-novaclient's name for translations, of which there are none here."""

from __future__ import annotations

from novaclient_mv.compat.plain_messages import _

__all__ = ['_']
