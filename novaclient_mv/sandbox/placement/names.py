"""The resource classes and traits that a cloud has: the standard ones and its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.sandbox.placement import standard
from novaclient_mv.sandbox.placement.records import CLASS, TRAIT

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Session


def classes(session: Session) -> dict[str, None]:
    """The names of all resource classes, the standard ones first."""
    own = (row.id for row in session.find(CLASS))
    return dict.fromkeys((*standard.classes(), *own))


def traits(session: Session) -> set[str]:
    """The names of all traits."""
    return {*standard.traits(), *(row.id for row in session.find(TRAIT))}
