"""The data of images."""

from __future__ import annotations

import base64
import hashlib

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.image import image_handlers
from novaclient_mv.sandbox.state import image_store
from novaclient_mv.sandbox.state.rows import Row

BINARY = 'application/octet-stream'


class ImageFiles(image_handlers.ImageHandlers):
    """``/v2/images/{id}/file``, and the two steps of an import"""

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
        row = self._queued(id, 'upload_image', 'saving')
        self._store(row)
        self._activate(row)
        return self.plain_answer(status=204)

    def stage(self, id: str) -> Response:
        """``PUT /v2/images/{id}/stage``"""
        row = self._queued(id, 'modify_image', 'uploading')
        self._store(row)
        row.document['status'] = 'uploading'
        self.db.save(row)
        return self.plain_answer(status=204)

    def take_in(self, id: str) -> Response:
        """``POST /v2/images/{id}/import``"""
        row = self.own_image(id, 'import_image')
        method = self.json('method').get('name')
        expected = 'uploading' if method == 'glance-direct' else 'queued'
        if method not in ('glance-direct', 'web-download'):
            raise Fault(400, f'Unknown import method name {method!r}.')
        if row.document['status'] != expected:
            raise Fault(409, f'Image needs to be in {expected} state to use the {method} method.')
        if self.db.get(image_store.DATA, id) is None:
            # Nothing is fetched from anywhere.
            self._store_data(row, b'')
        self._activate(row)
        return self.plain_answer(status=202)

    def _queued(self, id: str, rule: str, next_status: str) -> Row:
        if self.req.media_type != BINARY:
            raise Fault(415)
        row = self.own_image(id, rule)
        status = row.document['status']
        if status != 'queued':
            raise Fault(
                409, f'Image status transition from {status} to {next_status} is not allowed'
            )
        return row

    def _store(self, row: Row) -> None:
        self._store_data(row, self.req.body)

    def _store_data(self, row: Row, content: bytes) -> None:
        text = base64.b64encode(content).decode()
        self.db.insert(image_store.DATA, row.id, {'content': text}, project=row.project)
        row.document.update(
            size=len(content),
            virtual_size=len(content) if row.document['disk_format'] == 'raw' else None,
            checksum=hashlib.md5(content, usedforsecurity=False).hexdigest(),
            os_hash_algo='sha512',
            os_hash_value=hashlib.sha512(content).hexdigest(),
        )

    def _activate(self, row: Row) -> None:
        row.document['status'] = 'active'
        self.db.save(row)
