"""Traits of a node (from 1.37)."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1.nodes import sections

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1.nodes import Node


class NodeTraits(sections.NodeSection[resources.R]):
    """Traits of one node: standard ones, and own ones that begin with ``CUSTOM_``."""

    @versions.wraps('1.37')
    def list_traits(self, node: Node | str) -> builtins.list[str]:
        """The traits of a node: ``GET /nodes/{id}/traits``."""
        return self._values('GET /nodes/{id}/traits', 'traits', node)

    @versions.wraps('1.37')
    def set_traits(self, node: Node | str, traits: Iterable[str]) -> resources.TupleWithMeta:
        """Replace all traits of a node: ``PUT /nodes/{id}/traits``."""
        return self._put('PUT /nodes/{id}/traits', node, body={'traits': [*traits]})

    @versions.wraps('1.37')
    def add_trait(self, node: Node | str, trait: str) -> resources.TupleWithMeta:
        """Add a trait to a node: ``PUT /nodes/{id}/traits/{trait}``."""
        return self._put('PUT /nodes/{id}/traits/{trait}', node, trait)

    @versions.wraps('1.37')
    def remove_trait(self, node: Node | str, trait: str) -> resources.TupleWithMeta:
        """Remove a trait from a node: ``DELETE /nodes/{id}/traits/{trait}``.

        :raises NotFound: the node has no such trait.
        """
        return self._put('DELETE /nodes/{id}/traits/{trait}', node, trait)

    @versions.wraps('1.37')
    def remove_all_traits(self, node: Node | str) -> resources.TupleWithMeta:
        """Remove all traits from a node: ``DELETE /nodes/{id}/traits``."""
        return self._put('DELETE /nodes/{id}/traits', node)
