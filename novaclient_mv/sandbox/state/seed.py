"""Seeding of a new state: what the services put into it, with ids that are always the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.contents import Contents
    from novaclient_mv.sandbox.state.rows import Session

PASSWORD = 'sandbox'
APPLICATION_CREDENTIAL = 'sandbox-app'

PROJECTS = ('admin', 'demo')
"""The projects of every sandbox; each has a user of its name."""
ROLES = {
    'reader': ('reader',),
    'manager': ('manager', 'member', 'reader'),
    'service': ('service',),
}
"""Users of every sandbox who have a role in all projects, and what it brings with it."""

DAY = 86400.0

Seeder = Callable[['Session', 'Contents'], None]
"""Puts a service's part of the contents into an empty state."""


def fixed_id(name: str) -> str:
    """The id of a seeded resource: a UUID that is the same in every sandbox."""
    # A state is seeded once; what opens it later does without these.
    import hashlib
    import uuid

    return str(
        uuid.UUID(hashlib.sha256(f'nova-mv sandbox {name}'.encode()).hexdigest()[:32], version=4)
    )


def fixed_hex(name: str) -> str:
    """The id of a seeded user or project: 32 hex digits, as Keystone has them."""
    return fixed_id(name).replace('-', '')


def filler(
    document: Mapping[str, Any] | None, seeders: Callable[[], Sequence[Seeder]]
) -> Callable[[Session], None]:
    """Return a function that fills an empty state with a document's contents."""
    own_contents = None if document is None else _read(document)

    def fill(session: Session) -> None:
        from novaclient_mv.sandbox.state import contents

        for seeder in seeders():
            seeder(session, contents.USUAL if own_contents is None else own_contents)

    return fill


def _read(document: Mapping[str, Any]) -> Contents:
    from novaclient_mv.sandbox.state import contents

    return contents.read(document)
