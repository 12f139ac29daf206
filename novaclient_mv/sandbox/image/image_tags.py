"""Tags of images."""

from __future__ import annotations

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.image import image_handlers


class ImageTags(image_handlers.ImageHandlers):
    """``/v2/images/{id}/tags/{tag}``"""

    def update(self, id: str, tag: str) -> Response:
        """``PUT /v2/images/{id}/tags/{tag}``"""
        row = self.own_image(id, 'modify_image')
        if len(tag) > 255:
            raise Fault(400, 'Tags must not be longer than 255 characters.')
        row.document['tags'] = sorted({*row.document['tags'], tag})
        self.db.save(row)
        return self.plain_answer(status=204)

    def delete(self, id: str, tag: str) -> Response:
        """``DELETE /v2/images/{id}/tags/{tag}``"""
        row = self.own_image(id, 'modify_image')
        if tag not in row.document['tags']:
            raise Fault(404)
        row.document['tags'].remove(tag)
        self.db.save(row)
        return self.plain_answer(status=204)
