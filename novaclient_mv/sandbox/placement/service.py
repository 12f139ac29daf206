"""The root of the Placement service: its versions, which tell clients that it is there."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from novaclient_mv import versions
from novaclient_mv.sandbox.http import authentication, negotiation
from novaclient_mv.sandbox.http.negotiation import STANDARD
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, Request, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.database import Database

SERVICE = 'placement'
OFFERED = versions.VersionRange('1.0', '1.39')


class PlacementService:
    """Answers below ``/placement``; of what lies below the root, nothing is found."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __call__(self, request: Request) -> Response:
        """Answer a request; only the root's needs no login."""
        request.request_id = f'req-{uuid.uuid4()}'
        response = self._answer(request)
        response.headers.append(('x-openstack-request-id', request.request_id))
        return response

    def _answer(self, request: Request) -> Response:
        if request.path not in ('', '/'):
            try:
                with self.database.session() as session:
                    authentication.context_of(session, request)
            except authentication.Unauthenticated as error:
                return authentication.unauthenticated(request, error)
        text = negotiation.requested(request, SERVICE) or str(OFFERED.start)
        try:
            version = negotiation.negotiate(text, OFFERED, lambda text: ())
        except Fault as fault:
            title = 'Bad Request' if fault.status == 400 else 'Not Acceptable'
            return _refused(request, fault.status, title, fault.message)
        headers = ((STANDARD, f'{SERVICE} {version}'), ('Vary', STANDARD))
        return self._routed(request, headers)

    def _routed(self, request: Request, headers: Headers) -> Response:
        if request.path not in ('', '/'):
            return _refused(request, 404, 'Not Found', 'The resource could not be found.', headers)
        if request.method not in ('GET', 'HEAD'):
            detail = f'The method {request.method} is not allowed for this resource.'
            headers = (('Allow', 'GET'), *headers)
            return _refused(request, 405, 'Method Not Allowed', detail, headers)
        document = {
            'id': 'v1.0',
            'max_version': str(OFFERED.end),
            'min_version': str(OFFERED.start),
            'status': 'CURRENT',
            'links': [{'rel': 'self', 'href': ''}],
        }
        return Response.of(200, {'versions': [document]}, headers)


def _refused(
    request: Request,
    status: int,
    title: str,
    detail: str,
    headers: Headers = (),
) -> Response:
    error: dict[str, object] = {
        'status': status,
        'title': title,
        'detail': detail,
        'request_id': request.request_id,
    }
    if status == 404:
        error['code'] = 'placement.undefined_code'
    elif status == 406:
        error.update(max_version=str(OFFERED.end), min_version=str(OFFERED.start))
    return Response.of(status, {'errors': [error]}, headers)
