"""Makes servers and keypairs for tests, and takes away what was made, whatever happened."""

from __future__ import annotations

import base64
import os
import secrets
from typing import Any

from functional_tests.nova import Inside, Nova, Result


def unique(kind: str) -> str:
    """A name that nothing else in the cloud has."""
    return f'nova-mv-{kind}-{secrets.token_hex(4)}'


def public_key() -> str:
    """A public key of no use: nobody has the other half."""
    parts = (b'ssh-ed25519', secrets.token_bytes(32))
    blob = b''.join(len(part).to_bytes(4) + part for part in parts)
    return f'ssh-ed25519 {base64.b64encode(blob).decode()} test@example'


class Things:
    """What a test made.

    :param nova: runs the command lines that make things.
    :param inside: runs those that look for them and take them away.
    :param network: words that choose a network, where the cloud must be told.
    """

    def __init__(self, nova: Nova, inside: Inside, network: tuple[str, ...] = ()) -> None:
        self.nova = nova
        self.inside = inside
        self.network = network
        self.servers: list[str] = []
        self.keypairs: list[str] = []

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
        network = self.network if is_on_network else ()
        return ('server-create', name, *self.source(), *network, *words)

    def create(
        self, *words: str, version: str | None = None, is_on_network: bool = True
    ) -> dict[str, Any]:
        """Make a server; what the command shows of it."""
        line = self.create_words(unique('server'), *words, is_on_network=is_on_network)
        return self.keep(self.nova('-f', 'json', *line, version=version))

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
        self.nova(*line, version=version, stdin=public_key()).checked()
        return name

    def forget(self, id: str) -> None:
        """Leave alone what a test took away itself."""
        self.servers.remove(id)

    def take_away(self) -> None:
        """Delete what was made."""
        failed = []
        if self.servers:
            failed.append(self.inside('server-delete', *self.servers))
            self.servers.clear()
        while self.keypairs:
            failed.append(self.inside('keypair-delete', self.keypairs.pop()))
        # Not found is what a test left that ended before it had made the thing.
        left = [result.err for result in failed if result.status not in (0, 5)]
        assert not left, '\n'.join(left)
