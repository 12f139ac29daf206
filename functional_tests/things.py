"""Makes servers and what else tests need, and takes away what was made, whatever happened."""

from __future__ import annotations

import base64
import os
import secrets
from typing import Any, ClassVar

from functional_tests.nova import Inside, Result

PREFIX = 'nova-mv-'
MANY = 4


def unique(kind: str) -> str:
    """A name that nothing else in the cloud has."""
    return f'{PREFIX}{kind}-{secrets.token_hex(4)}'


def public_key() -> str:
    """A public key of no use: nobody has the other half."""
    parts = (b'ssh-ed25519', secrets.token_bytes(32))
    blob = b''.join(len(part).to_bytes(4) + part for part in parts)
    return f'ssh-ed25519 {base64.b64encode(blob).decode()} test@example'


class Things:
    """Resources that a test has created.

    ``leaving`` are servers that were deleted, and that a quota may count for a while.

    :param inside: runs the command lines.
    :param network: words that choose a network, where the cloud must be told.
    """

    leaving: ClassVar[list[str]] = []

    def __init__(self, inside: Inside, network: tuple[str, ...] = ()) -> None:
        self.inside = inside
        self.network = network
        self.servers: list[str] = []
        self.keypairs: list[str] = []
        self.undoing: list[tuple[tuple[str, ...], str | None]] = []

    @property
    def flavor(self) -> str:
        """Name or id of the flavor for servers."""
        return os.environ.get('NOVA_MV_TEST_FLAVOR') or 'm1.tiny'

    def source(self) -> tuple[str, ...]:
        """Words that choose what a server is made of."""
        image = os.environ.get('NOVA_MV_TEST_IMAGE')
        found = ('--image', image) if image else ('--image-with', 'status=active')
        return ('--flavor', self.flavor, *found)

    def create_words(self, name: str, *words: str, is_on_network: bool = True) -> tuple[str, ...]:
        """The command line that makes a server."""
        self._await_room()
        network = self.network if is_on_network else ()
        return ('server-create', name, *self.source(), *network, *words)

    def create(
        self, *words: str, version: str | None = None, is_on_network: bool = True
    ) -> dict[str, Any]:
        """Make a server; what the command shows of it."""
        line = self.create_words(unique('server'), *words, is_on_network=is_on_network)
        return self.keep(self.inside('-f', 'json', *line, version=version))

    def keep(self, created: Result) -> dict[str, Any]:
        """Take note of a server that a command made."""
        server: dict[str, Any] = created.data
        self.servers.append(server['id'])
        return server

    def keep_named(self, pattern: str) -> list[dict[str, Any]]:
        """Take note of all servers with a name; they are listed by name."""
        found: list[dict[str, Any]] = self.inside.json(
            'server-list', '--name', pattern, '--sort', 'display_name:asc'
        )
        self.servers += [server['id'] for server in found]
        return found

    def import_keypair(self, *words: str, version: str | None = None) -> str:
        """Import a keypair; its name."""
        name = unique('key')
        self.keypairs.append(name)
        line = ('keypair-create', name, '--pub-key', '-', *words)
        self.inside(*line, version=version, stdin=public_key()).checked()
        return name

    def undo_by(self, *words: str, version: str | None = None) -> None:
        """Run a command line when the servers are gone; the last one noted comes first."""
        self.undoing.append((words, version))

    def forget(self, id: str) -> None:
        """Leave alone what a test took away itself."""
        self.servers.remove(id)
        self.leaving.append(id)

    def _await_room(self) -> None:
        """Wait for what is being deleted, which a quota counts; a sandbox has room."""
        if len(self.leaving) >= MANY and not self.inside.is_sandbox:
            self.inside.until(self._has_room, 'deleted servers are gone')
            self.leaving.clear()

    def _has_room(self) -> bool:
        listed = self.inside.json('server-list', '--minimal', '--name', PREFIX)
        return not {each['id'] for each in listed} & set(self.leaving)

    def take_away(self) -> None:
        """Delete what was made."""
        failed = []
        if self.servers:
            failed.append(self.inside('server-delete', *self.servers))
            self.leaving.extend(self.servers)
            self.servers.clear()
        while self.keypairs:
            failed.append(self.inside('keypair-delete', self.keypairs.pop()))
        if self.undoing:
            self.inside.until(self._has_room, 'deleted servers are gone')
        while self.undoing:
            words, version = self.undoing.pop()
            failed.append(self.inside(*words, version=version))
        # Not found is what a test left that ended before it had made the thing.
        left = [result.err for result in failed if result.status not in (0, 5)]
        assert not left, '\n'.join(left)
