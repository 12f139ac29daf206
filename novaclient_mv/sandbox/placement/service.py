"""The paths of the Placement service, its versions, and how it writes errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.http import (
    authentication,
    error_pages,
    formats,
    negotiation,
    query,
    validation,
)
from novaclient_mv.sandbox.http.authentication import Unauthenticated
from novaclient_mv.sandbox.http.declarations import declared
from novaclient_mv.sandbox.http.routing import Route
from novaclient_mv.sandbox.http.service import Call, Service, unauthenticated
from novaclient_mv.sandbox.http.wsgi import MESSAGES, Fault, Headers, Request, Response
from novaclient_mv.sandbox.placement.controller import Missing, PlacementHandlers
from novaclient_mv.versions import LATEST, APIVersion, VersionRange

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.controller import Controller

OFFERED = VersionRange('1.0', '1.39')
UNDEFINED = 'undefined_code'
_VARY = ('Vary', negotiation.STANDARD.lower())
# From here on errors tell a code.
_WITH_CODES = VersionRange('1.23')

_PROVIDER = '/resource_providers/{uuid}'
# fmt: off
ROUTES = (
    Route('/resource_classes', 'resource_classes', '1.2..', GET='index', POST='create'),
    Route('/resource_classes/{name}', 'resource_classes', '1.2..',
          GET='show', PUT='update', DELETE='delete'),
    Route('/resource_providers', 'resource_providers', '1.0..', GET='index', POST='create'),
    Route(_PROVIDER, 'resource_providers', '1.0..', GET='show', DELETE='delete', PUT='update'),
    Route(f'{_PROVIDER}/inventories', 'inventories', '1.0..',
          GET='index', POST='create', PUT='replace'),
    Route(f'{_PROVIDER}/inventories', 'inventories', '1.5..', DELETE='delete_all'),
    Route(f'{_PROVIDER}/inventories/{{resource_class}}', 'inventories', '1.0..',
          GET='show', PUT='update', DELETE='delete'),
    Route(f'{_PROVIDER}/usages', 'allocations', '1.0..', GET='usages_of_provider'),
    Route(f'{_PROVIDER}/aggregates', 'resource_providers', '1.1..',
          GET='aggregates', PUT='set_aggregates'),
    Route(f'{_PROVIDER}/allocations', 'allocations', '1.0..', GET='of_provider'),
    Route(f'{_PROVIDER}/traits', 'resource_providers', '1.6..',
          GET='traits', PUT='set_traits', DELETE='delete_traits'),
    Route('/allocations', 'allocations', '1.13..', POST='replace_many'),
    Route('/allocations/{consumer}', 'allocations', '1.0..',
          GET='show', PUT='replace', DELETE='delete'),
    Route('/allocation_candidates', 'allocation_candidates', '1.10..', GET='index'),
    Route('/traits', 'traits', '1.6..', GET='index'),
    Route('/traits/{name}', 'traits', '1.6..', GET='show', PUT='update', DELETE='delete'),
    Route('/usages', 'allocations', '1.9..', GET='usages'),
    Route('/reshaper', 'inventories', '1.30..', POST='reshape'),
)
# fmt: on

# A trait is told without a body, so that it does not matter what the caller accepts.
_BARE = '/traits/{name}'


class Versions(negotiation.Versions):
    """The versions, as the service reads them."""

    def negotiate(self, request: Request) -> APIVersion:
        """The version that a request is answered in; 1.010 is read as 1.10, as numbers are."""
        text = negotiation.requested(request, self.service) or self.default
        if text == LATEST:
            return self.offered.end
        try:
            major, minor = map(int, text.split('.', 1))
        except ValueError:
            words = f'Invalid microversion: invalid version string: {text}'
            raise Fault(400, words) from None
        version = APIVersion(f'{major}.{minor}') if major > 0 <= minor else None
        if version is None or version not in self.offered:
            raise Fault(406, f'Invalid microversion: Unacceptable version header: {text}')
        return version

    def headers(self, version: APIVersion | str) -> Headers:
        """The header that tells the version of an answer."""
        return ((negotiation.STANDARD, f'{self.service} {version}'),)


def _versions(call: Call) -> Response:
    """The document of versions."""
    call.negotiate()
    document = {
        'id': 'v1.0',
        'max_version': str(OFFERED.end),
        'min_version': str(OFFERED.start),
        'status': 'CURRENT',
        'links': [{'rel': 'self', 'href': ''}],
    }
    with call.service.database.session() as call.session:
        call.context = authentication.NOBODY
        return PlacementHandlers(call).dated_answer({'versions': [document]})


def _error(call: Call, fault: Fault) -> Response:
    """An error in the service's shape: JSON, or as a page or text for whom takes no JSON."""
    accept = call.request.header('Accept')
    if accept in (None, '', '*/*'):
        accept = error_pages.JSON
    kind = error_pages.preferred_type(accept)
    title, headers = HTTPStatus(fault.status).phrase, list(fault.headers)
    if call.version is not None and fault.status != 403 and not isinstance(fault, Missing):
        headers.append(_VARY)
    facts: dict[str, str | None] = {'method': call.request.method, 'accept': accept}
    facts['content_type'] = call.request.header('Content-Type')
    detail = '' if fault.message == MESSAGES.get(fault.status) else fault.message
    if kind != error_pages.JSON:
        page = error_pages.rendered(kind, fault.status, title, detail, **facts)
        return Response(fault.status, page, [('Content-Type', f'{kind}; charset=UTF-8'), *headers])
    text = error_pages.text(error_pages.markup(fault.status, detail, **facts))
    error: dict[str, Any] = {'status': fault.status, 'title': title, 'detail': text}
    if call.version is not None and call.version in _WITH_CODES:
        error['code'] = f'placement.{fault.code or UNDEFINED}'
    error['request_id'] = call.request.request_id
    if call.version is None and fault.status == 406:
        error.update(max_version=str(OFFERED.end), min_version=str(OFFERED.start))
    return Response.of(fault.status, {'errors': [error]}, headers)


class PlacementService(Service):
    """Answers below ``/placement``."""

    package = 'novaclient_mv.sandbox.placement'
    routes = ROUTES
    documents: ClassVar = {'GET ': _versions}
    versions = Versions('placement', OFFERED)
    shapes: ClassVar = {Unauthenticated: unauthenticated, Fault: _error}
    words_of_403 = 'Policy does not allow {} to be performed.'

    def __call__(self, request: Request) -> Response:
        """Answer a request; what is answered depends on the version."""
        response = super().__call__(request)
        if response.status < 400:
            response.headers.append(_VARY)
        return response

    def path_of(self, path: str) -> tuple[str, str | None]:
        """The path as it is: there is nothing behind a slash at its end."""
        return path, None

    def missing(self, path: str, method: str, version: APIVersion | None) -> Fault:
        """The error where a path has no handler for a method, or not at a version."""
        allowed = ['GET'] if path in ('', '/') else self.router.methods(path)
        if method in allowed:
            # Others of its path may be older.
            allowed = self.router.methods(path, version)
        if not allowed:
            return Fault(404) if self.router.methods(path) else Missing(404)
        words = 'The method specified is not allowed for this resource.'
        return Fault(405, words, (('Allow', ', '.join(allowed)),))

    def ask(self, call: Call, controller: type[Controller]) -> None:
        """Ask for the permission: usages are those of a project, of none where none is named."""
        assert call.permission is not None
        call.permission.ask(call.request.parameter('project_id', ''))

    def arguments_of(
        self, call: Call, func: Callable[..., Any], version: APIVersion
    ) -> dict[str, Any]:
        """The arguments of a handler, of bodies and for callers that take JSON."""
        request, kind = call.request, error_pages.JSON
        if request.length and not request.media_type:
            raise Missing(400, 'content-type header required when content-length > 0')
        schema = declared(func, 'body_schemas', version)
        if schema is not None and request.media_type != kind:
            sent = request.media_type or None
            raise Fault(415, f'The media type {sent} is not supported, use {kind}')
        is_read = request.method == 'GET' and call.route.path != _BARE
        if is_read and not error_pages.accepts(request.header('Accept'), kind):
            raise Fault(406, 'Only application/json is provided')
        self.ask(call, PlacementHandlers)
        arguments: dict[str, Any] = dict(call.variables)
        if schema is not None:
            if (uuid := call.variables.get('uuid')) is not None:
                PlacementHandlers(call).provider(uuid)
            arguments['body'] = _checked_body(call, schema)
        if (schema := declared(func, 'query_schemas', version)) is not None:
            query.require_text(request.query_string)
            _check_query(schema, dict(request.query))
        return arguments


# Words of the schema library are kept: the service's own tests tell mistakes apart by them.


def _checked_body(call: Call, schema: dict[str, Any]) -> Any:
    try:
        body = call.body if call.request.length else json.loads('')
    except (ValueError, Fault) as error:
        raise Fault(400, f'Malformed JSON: {error}') from None
    problem = validation.problem(schema, body, formats.is_uuid)
    if problem is not None:
        raise Fault(400, f'JSON does not validate: {problem}')
    return body


def _check_query(schema: dict[str, Any], parameters: dict[str, str]) -> None:
    # A first read would wait longer for the library than for all else.
    is_surely_valid = parameters.keys() >= {*schema.get('required', ())} and all(
        schema['properties'].get(name, {}).keys() == {'type'} for name in parameters
    )
    problem = None if is_surely_valid else validation.problem(schema, parameters, _has_dashes)
    if problem is not None:
        raise Fault(400, f'Invalid query string parameters: {problem}')


def _has_dashes(text: Any) -> bool:
    return formats.is_uuid(text) and (len(text), text.count('-')) == (36, 4)
