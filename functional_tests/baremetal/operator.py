"""An operator of bare metal, and the nodes of a test, which go away again."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from functional_tests.nova import Inside, Nova, Result
from functional_tests.things import unique
from novaclient_mv import services, versions

DRIVER = 'fake-hardware'
OPTION = '--os-baremetal-api-version'
SETTLED = frozenset(('enroll', 'manageable', 'available'))
"""States in which a node may be deleted."""


class Operator(Inside):
    """Runs command lines in this process, at a version of the Bare Metal API."""

    is_tolerant = False

    def argv(self, words: tuple[str, ...], version: str | None) -> list[str]:
        """The words after the program's name."""
        return [*([] if version is None else [OPTION, version]), *words]

    def unskipped(self, *words: str, version: str | None = None) -> Result:
        """Run a command line that the cloud may be too old for; that is what is tested."""
        tolerant = Operator(self.home, self.clock)
        tolerant.variables = self.variables
        tolerant.is_tolerant = True
        return tolerant(*words, version=version)

    def _served(self, result: Result) -> Result:
        return result if self.is_tolerant else super()._served(result)

    def provision_state(self, node: str) -> str:
        """Where a node is."""
        return str(self.node(node)['provision_state'])

    def node(self, name: str, version: str | None = None) -> dict[str, Any]:
        """Return a node as the cloud shows it."""
        node: dict[str, Any] = self.json('baremetal-node-show', name, version=version)
        return node


class Process(Operator):
    """An operator whose command lines are processes."""

    __call__ = Nova.__call__


def shared(user: Nova) -> versions.VersionRange:
    """The versions that client and cloud share; skips the test where there is no Bare Metal."""
    listed = user('-f', 'json', 'version-list').data
    bare_metal = [endpoint for endpoint in listed if endpoint['service_type'] == 'baremetal']
    if not bare_metal:
        pytest.skip('version-list shows no Bare Metal service')
    offered = versions.VersionRange(bare_metal[0]['min_version'], bare_metal[0]['max_version'])
    spoken = services.BAREMETAL.range
    return versions.VersionRange(str(spoken.start), str(spoken.end)).intersect(offered)


class Rack:
    """The nodes of a test.

    :param operator: runs the command lines.
    """

    def __init__(self, operator: Operator) -> None:
        self.operator = operator
        self.nodes: list[str] = []
        self.undoing: list[tuple[str, ...]] = []

    def enroll(self, *words: str, version: str | None = None) -> str:
        """Enroll a node; its name."""
        name = unique('node')
        line = ('baremetal-node-create', '--driver', DRIVER, '--name', name, *words)
        created = self.operator('-f', 'json', *line, version=version).data
        self.nodes.append(name)
        assert created['provision_state'] == 'enroll'
        return name

    def provide(self, *words: str) -> str:
        """A node that is available, and powered off."""
        name = self.enroll(*words)
        for step in ('manage', 'power-off', 'provide'):
            self.operator(f'baremetal-node-{step}', name, '--wait').checked()
        return name

    def undo_by(self, *words: str) -> None:
        """Run a command line before the nodes go; the last one noted comes first."""
        self.undoing.append(words)

    def forget(self, *names: str) -> None:
        """Leave alone what a test deleted itself."""
        self.nodes = [name for name in self.nodes if name not in names]

    def take_away(self) -> None:
        """Delete what was made; not found is what a test deleted, or did not come to make."""
        results: list[Result] = []
        while self.undoing:
            results.append(self.operator(*self.undoing.pop()))
        for name in self.nodes:
            if self.operator.provision_state(name) not in SETTLED:
                # In maintenance mode, a node is deleted in whatever state it is.
                results.append(self.operator('baremetal-node-maintenance-set', name))
            results.append(self.operator('baremetal-node-delete', name))
        left = [result.err for result in results if result.status not in (0, 5)]
        assert not left, '\n'.join(left)


def mac() -> str:
    """A MAC address that nobody else has; locally administered."""
    return '52:54:00:' + ':'.join(f'{byte:02x}' for byte in secrets.token_bytes(3))


def trait() -> str:
    """A name of a trait that nothing else has."""
    return f'CUSTOM_NOVA_MV_{secrets.token_hex(4).upper()}'
