"""python-novaclient's name for modules that programs bring as extensions of a client."""

from __future__ import annotations

from novaclient_mv.resources.extensions import Extension

__all__ = ['Extension']
