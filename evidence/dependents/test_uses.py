"""Each use of novaclient in the programs resolves in this library."""

from __future__ import annotations

import pathlib
import textwrap

from evidence.dependents import resolving, uses


def test_uses_resolve(tmp_path: pathlib.Path) -> None:
    resolution = resolving.resolution(tmp_path)
    assert resolution.uses
    lines = [f'{use.path}: {reason}' for use, reason in resolution.missing.items()]
    assert not lines, '\n'.join(lines)


def test_uses_are_read_from_modules() -> None:
    text = textwrap.dedent("""\
        from novaclient import client as nova_client

        def listed(self):
            nova = nova_client.Client('2.1', session=self.session)
            return nova.servers.list(detailed=True), self.neutron.servers.list()
        """)
    assert uses.of_module(text) == {
        uses.Use('name', 'novaclient.client'),
        uses.Use('name', 'novaclient.client.Client'),
        uses.Use('call', 'novaclient.client.Client', ('session',), 1),
        uses.Use('method', 'servers.list', ('detailed',), 0),
        uses.Use('method', 'servers.list', (), -1),
    }
