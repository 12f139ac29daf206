"""Projects that an image is shared with."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.image import image_handlers
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

STATUSES = ('pending', 'accepted', 'rejected')


class ImageMembers(image_handlers.ImageHandlers):
    """``/v2/images/{id}/members``"""

    def index(self, id: str) -> Response:
        """``GET /v2/images/{id}/members``"""
        row = self._shared(id, 'list')
        members = self._members(row)
        is_owner = self.context.is_admin or row.project == self.context.project_id
        views = [
            self._member_view(row, project)
            for project in members
            if is_owner or project == self.context.project_id
        ]
        return self.answer({'members': views, 'schema': '/v2/schemas/members'})

    def show(self, id: str, member: str) -> Response:
        """``GET /v2/images/{id}/members/{member}``"""
        row = self.image(id)
        self._require_member(row, member)
        return self.answer(self._member_view(row, member))

    def create(self, id: str) -> Response:
        """``POST /v2/images/{id}/members``"""
        row = self._shared(id, 'create')
        row = self.own_image(row.id, 'add_member')
        attributes = self.json()
        if not attributes.get('member'):
            raise Fault(400, 'Member to be added not specified')
        member = str(attributes['member'])
        members = self._members(row)
        if member in members:
            raise Fault(409, f'Member {member} is duplicated for image {id}')
        members[member] = {'status': 'pending', 'created': self.now, 'updated': self.now}
        self.db.save(row)
        return self.answer(self._member_view(row, member))

    def update(self, id: str, member: str) -> Response:
        """``PUT /v2/images/{id}/members/{member}``"""
        row = self.image(id)
        self.require('modify_member', self.own_project in (None, member))
        self._require_member(row, member)
        status = self.json().get('status')
        if status not in STATUSES:
            raise Fault(400, f'The status of a member is one of {", ".join(STATUSES)}.')
        self._members(row)[member].update(status=status, updated=self.now)
        self.db.save(row)
        return self.answer(self._member_view(row, member))

    def delete(self, id: str, member: str) -> Response:
        """``DELETE /v2/images/{id}/members/{member}``"""
        row = self.own_image(id, 'delete_member')
        self._require_member(row, member)
        del self._members(row)[member]
        self.db.save(row)
        return self.answer(status=204)

    def _shared(self, id: str, verb: str) -> Row:
        row = self.image(id)
        if row.document['visibility'] != 'shared':
            raise Fault(
                403, f'Not allowed to {verb} members for image {id}: Only shared images have them.'
            )
        return row

    def _members(self, row: Row) -> dict[str, Any]:
        members: dict[str, Any] = row.document.setdefault('members', {})
        return members

    def _require_member(self, row: Row, member: str) -> None:
        if member not in self._members(row):
            raise Fault(404, f'{member} not found in the member list of the image {row.id}.')

    def _member_view(self, row: Row, project: str) -> dict[str, Any]:
        facts = self._members(row)[project]
        return {
            'member_id': project,
            'image_id': row.id,
            'status': facts['status'],
            'created_at': clocks.iso(facts['created']),
            'updated_at': clocks.iso(facts['updated']),
            'schema': '/v2/schemas/member',
        }
