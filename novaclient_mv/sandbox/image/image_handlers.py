"""The base of all handlers below an image."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.sandbox.http import neighbour
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state import clocks, image_store

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row


class ImageHandlers(neighbour.Handlers):
    """The base of all handlers below an image."""

    def find(self, id: str) -> Row:
        """An image that the caller can see.

        :raises Fault: 404.
        """
        row = self.db.get(image_store.KIND, id)
        if row is None or not image_store.is_visible(row, self.context):
            raise Fault(404, f'No image found with ID {id}')
        clocks.settle(row.document, self.now)
        return row

    def find_own(self, id: str, rule: str) -> Row:
        """An image that the caller may change.

        :raises Fault: 403, 404.
        """
        row = self.find(id)
        may = {'member', 'admin'} & self.context.roles
        if not may or (row.project != self.context.project_id and not self.context.is_admin):
            raise self.forbidden(rule)
        return row

    def forbidden(self, rule: str) -> Fault:
        """The refusal of the policy engine."""
        return Fault(403, f'You are not authorized to complete {rule} action.')
