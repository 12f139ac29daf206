"""The base of all handlers below an image."""

from __future__ import annotations

from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.state import clocks, image_store
from novaclient_mv.sandbox.state.rows import Row


class ImageHandlers(Controller):
    """The base of all handlers below an image."""

    def image(self, id: str) -> Row:
        """An image that the caller can see."""
        row = self.db.get(image_store.KIND, id)
        if row is None or not image_store.is_visible(row, self.context):
            raise self.not_found('image', id)
        clocks.settle(row.document, self.now)
        return row

    def own_image(self, id: str, rule: str) -> Row:
        """An image that the caller may change."""
        row = self.image(id)
        self.require_member(rule)
        self.require(rule, self.own_project in (None, row.project))
        return row
