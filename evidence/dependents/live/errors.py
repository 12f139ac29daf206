"""Errors that programs catch, and the attributes that they read."""

from __future__ import annotations

import importlib
from typing import Any

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

MISSING = '00000000-0000-0000-0000-000000000000'
UNREACHABLE = 'http://127.0.0.1:1'
ATTRIBUTES = ('code', 'details', 'url')
CLASSES = (
    *('ClientException', 'BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'NotAcceptable'),
    *('Conflict', 'OverLimit', 'RateLimit', 'HTTPNotImplemented', 'MethodNotAllowed'),
    *('RetryAfterException',),
)
NAMED = (
    *('UnsupportedVersion', 'UnsupportedAttribute', 'CommandError', 'ResourceNotFound'),
    *('NoUniqueMatch', 'EndpointNotFound', 'AmbiguousEndpoints', 'AuthorizationFailure'),
    *('NoTokenLookupException', 'AuthSystemNotFound', 'InstanceInErrorState'),
    *('VersionNotFoundForAPIMethod', 'InvalidUsage', 'OverLimit', 'EndpointException'),
    *('ResourceInErrorState', 'UnsupportedConsoleType', 'InstanceInDeletedState'),
)


def read(error: BaseException, speaks: bool = True) -> dict[str, Any]:
    """The attributes of an error that programs use.

    :param speaks: whether its words are those of the cloud or of the program, and so the same.
    """
    exceptions = importlib.import_module('novaclient.exceptions')
    values = {name: getattr(error, name, None) for name in ATTRIBUTES}
    # As programs take the words of any error.
    message = getattr(error, 'message', str(error))
    return {
        **values,
        'message': message if speaks else bool(message),
        'text': str(error) if speaks else bool(str(error)),
        'method': getattr(error, 'method', None) if speaks else None,
        'request_id': bool(getattr(error, 'request_id', None)),
        'classes': [name for name in CLASSES if isinstance(error, getattr(exceptions, name))],
        'arguments': len(error.args),
    }


def caught(action: Any, speaks: bool = True) -> dict[str, Any]:
    """Return the attributes of the error that a call raises."""
    try:
        action()
    except Exception as error:
        return read(error, speaks)
    return {}


def connections(cloud: Cloud, call: Calls) -> None:
    """Clouds that are not there, and logins that fail."""
    client = importlib.import_module('novaclient.client')
    session = cloud.session

    def listed(**options: Any) -> Any:
        return client.Client('2.60', **options).servers.list()

    dead = {**cloud.login, 'auth_url': f'{UNREACHABLE}/v3'}
    call.each(
        'connection',
        refused_login=lambda: listed(session=cloud.new_session(auth_url=f'{UNREACHABLE}/v3')),
        bad_password=lambda: listed(session=cloud.new_session(password='x')),
        refused=lambda: listed(session=session, endpoint_override=f'{UNREACHABLE}/v2.1'),
        no_region=lambda: listed(session=session, region_name='nowhere'),
        no_type=lambda: listed(session=session, service_type='nothing'),
        no_name=lambda: listed(session=session, service_name='nothing'),
        refused_password=lambda: listed(**dead),
        wrong_password=lambda: listed(**{**cloud.login, 'password': 'x'}),
        unresolved=lambda: listed(session=session, endpoint_override='http://no.invalid/v2.1'),
        not_nova=lambda: listed(session=session, endpoint_override=cloud.auth_url),
        bad_scheme=lambda: listed(session=session, endpoint_override='nothing'),
    )


def answers(cloud: Cloud, call: Calls) -> None:
    """Errors that the cloud answers, and those found before a request."""
    nova = cloud.client('2.60')
    old = cloud.client('2.1')
    new = cloud.client('2.93')
    demo = importlib.import_module('novaclient.client').Client('2.60', session=cloud.member)
    server = cloud.server()
    call.each(
        'answer',
        missing=lambda: nova.servers.get('no'),
        missing_read=lambda: caught(lambda: nova.servers.get(MISSING)),
        bad_read=lambda: caught(lambda: nova.servers.create('x', 'no', 'no', nics='none')),
        bad=lambda: nova.servers.create('x', 'no', 'no', nics='none'),
        forbidden=lambda: demo.services.list(),
        forbidden_read=lambda: caught(demo.services.list),
        conflict=lambda: nova.servers.unpause(server),
        conflict_read=lambda: caught(lambda: nova.servers.unpause(server)),
        removed_read=lambda: caught(lambda: nova.agents.list(), False),
        none_found=lambda: nova.servers.find(name='no'),
        many_found=lambda: nova.flavors.find(is_public=True),
        missing_field=lambda: nova.servers.find(nothere=1),
        console=lambda: nova.servers.get_console_url(server.id, 'x'),
        console_read=lambda: caught(lambda: nova.servers.get_console_url(server.id, 'x'), False),
        old_method=lambda: old.servers.set_tags(server, []),
        old_method_read=lambda: caught(lambda: old.servers.set_tags(server, []), False),
        old_keyword=lambda: old.servers.create('x', cloud.image, '1', tags=['x']),
        old_keyword_read=lambda: caught(
            lambda: old.servers.create('x', cloud.image, '1', tags=['x']), False
        ),
        old_lock=lambda: nova.servers.lock(server, reason='x'),
        old_migrate=lambda: old.servers.migrate(server, host=names.OTHER_HOST),
        gone_keyword=lambda: new.servers.evacuate(server, force=True),
        removed_manager=lambda: new.images.list(),
        unknown_manager=lambda: old.floating_ips.list(),
        unknown_attribute=lambda: server.nothere,
        unknown_in_client=lambda: nova.nothere,
        unknown_in_manager=lambda: nova.servers.nothere,
        no_nics=lambda: nova.servers.create('x', cloud.image, '1'),
        bad_nics=lambda: nova.servers.create('x', cloud.image, '1', nics='no'),
        bad_type=lambda: nova.servers.list(limit='x'),
    )


def classes(call: Calls) -> None:
    """Error classes, as programs and their tests build and catch them."""
    exceptions = importlib.import_module('novaclient.exceptions')
    for name in CLASSES:
        kind = getattr(exceptions, name, None)
        call(f'class {name}', lambda kind=kind: read(kind(404)))  # type: ignore[misc]
        call(
            f'class {name} filled',
            lambda kind=kind: read(kind(500, 'message', 'details', 'req-1', 'url', 'GET')),  # type: ignore[misc]
        )
        call(f'class {name} caught', lambda kind=kind: raised(kind(404)))  # type: ignore[misc]
        call(f'class {name} status', lambda kind=kind: getattr(kind, 'http_status', None))  # type: ignore[misc]
    for name in NAMED:
        kind = getattr(exceptions, name, None)
        call(f'class {name} named', lambda kind=kind: 'text' in str(kind('text')))  # type: ignore[misc]
        call(f'class {name} raised', lambda kind=kind: raised(kind('text')))  # type: ignore[misc]
        call(
            f'class {name} message',
            lambda kind=kind: read(kind('text'), False),  # type: ignore[misc]
        )


def raised(error: BaseException) -> None:
    """Raise an error."""
    raise error


def calls(cloud: Cloud, call: Calls) -> None:
    """All of them."""
    connections(cloud, call)
    answers(cloud, call)
    classes(call)
    from_response(call)


def from_response(call: Calls) -> None:
    """Errors that programs make of an answer."""
    exceptions = importlib.import_module('novaclient.exceptions')
    requests = importlib.import_module('requests')

    def made(status: int, body: Any) -> dict[str, Any]:
        response = requests.Response()
        response.status_code = status
        response.headers['x-compute-request-id'] = 'req-1'
        # Without a body, only the class has words.
        return read(exceptions.from_response(response, body, '/servers', 'GET'), body is not None)

    for status in (400, 401, 403, 404, 405, 406, 409, 413, 418, 429, 500, 501, 503):
        call(f'response {status}', lambda status=status: made(status, None))  # type: ignore[misc]
    body = {'itemNotFound': {'message': 'said', 'details': 'more'}}
    call.each(
        'response',
        body=lambda: made(404, body),
        text_body=lambda: made(404, {'message': 'said'}),
        odd_body=lambda: made(404, {'fault': 'said'}),
        empty_body=lambda: made(404, {}),
        other_body=lambda: made(500, {'computeFault': {'message': 'said'}}),
        null_message=lambda: made(404, {'fault': {'message': None}}),
        over=lambda: made(413, {'overLimit': {'message': 'said', 'retryAfter': '3'}}),
    )
