"""The part of a manager that its sections share: one node, as the API names it in a path."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

from novaclient_mv import resources

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1.nodes import Node


class NodeSection(resources.Manager[resources.R]):
    """Requests about one node, given as a :class:`Node`, its UUID, or its name (from 1.5).

    All raise ``NotFound`` for a node that is not there, and ``Conflict`` while another request
    works on it.
    """

    def _put(
        self, operation: str, node: Node | str, *more: str, body: resources.Body = None
    ) -> resources.TupleWithMeta:
        return self._done(self.send(operation, node, *more, body=body))

    def _object(self, operation: str, node: Node | str, *more: str) -> resources.DictWithMeta:
        """Return an answer's mapping."""
        answer = self.send(operation, node, *more)
        body = resources.member(answer, resources.UNWRAPPED, dict)
        return resources.DictWithMeta(body, answer)

    def _values(self, operation: str, key: str, node: Node | str) -> builtins.list[Any]:
        """Return an answer's list."""
        answer = self.send(operation, node)
        return resources.ListWithMeta(resources.member(answer, key, list), answer)
