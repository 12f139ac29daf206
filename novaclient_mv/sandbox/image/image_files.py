"""The data of images."""

from __future__ import annotations

import base64
import hashlib

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.image import image_handlers
from novaclient_mv.sandbox.state import image_store

BINARY = 'application/octet-stream'


class ImageFiles(image_handlers.ImageHandlers):
    """``/v2/images/{id}/file``"""

    def show(self, id: str) -> Response:
        """``GET /v2/images/{id}/file``"""
        row = self.image(id)
        if row.document['status'] == 'deactivated' and not self.context.is_admin:
            raise Fault(
                403, 'The requested image has been deactivated. Image data download is forbidden.'
            )
        stored = self.db.get(image_store.DATA, id)
        if stored is None or row.document['status'] not in ('active', 'deactivated'):
            return self.answer(status=204)
        content = base64.b64decode(stored.document['content'])
        headers = [('Content-Type', BINARY), ('Content-MD5', row.document['checksum'])]
        return Response(200, content, headers)

    def update(self, id: str) -> Response:
        """``PUT /v2/images/{id}/file``"""
        if self.req.media_type != BINARY:
            raise Fault(415)
        row, content = self.own_image(id, 'upload_image'), self.req.body
        status = row.document['status']
        if status != 'queued':
            raise Fault(409, f'Image status transition from {status} to saving is not allowed')
        text = base64.b64encode(content).decode()
        self.db.insert(image_store.DATA, row.id, {'content': text}, project=row.project)
        row.document.update(
            status='active',
            size=len(content),
            virtual_size=len(content) if row.document['disk_format'] == 'raw' else None,
            checksum=hashlib.md5(content, usedforsecurity=False).hexdigest(),
            os_hash_algo='sha512',
            os_hash_value=hashlib.sha512(content).hexdigest(),
        )
        self.db.save(row)
        return self.plain_answer(status=204)
