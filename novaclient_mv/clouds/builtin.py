"""The only module of the client that imports the sandbox, the built-in cloud."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from novaclient_mv import __version__, errors
from novaclient_mv.clouds import sandbox_states
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.wire import connection_errors, masking, redirects
from novaclient_mv.wire.logins import password_access
from novaclient_mv.wire.transport import Headers, WireAnswer, WireRequest

if TYPE_CHECKING:
    from types import ModuleType

    from novaclient_mv.clouds.settings import Settings
    from novaclient_mv.wire.transport import Transport


def state_file(environment: Environment) -> str:
    return sandbox_states.in_process(environment)


def open_sandbox() -> ModuleType:
    """Import the package of the sandbox."""
    from novaclient_mv import sandbox

    return sandbox


def access(transport: Transport, settings: Settings) -> password_access.PasswordAccess:
    """A login to the sandbox in process, which is made when it is needed.

    :param settings: the options of the command line; a user is in the project of the same name.
    """
    credentials = password_access.PasswordCredentials(**_credentials(settings))
    return password_access.PasswordAccess(transport, credentials, settings.environment.clock.now)


def session(settings: Settings) -> Any:
    """A session of keystoneauth1 on the sandbox in process."""
    from novaclient_mv.clouds.logins import plugins
    from novaclient_mv.wire import sessions

    sandbox, environment = open_sandbox(), settings.environment
    auth = plugins.plugin('v3password', _credentials(settings))
    opened = sessions.open_session(auth=auth, timeout=settings.timeout)
    adapter = sandbox.adapter(state_file(environment), environment.clock.now)
    opened.session.mount(sandbox.BASE_URL, adapter)
    return opened


def _credentials(settings: Settings) -> dict[str, str]:
    options = settings.options
    values: dict[str, str] = open_sandbox().settings(user=options.get('os_username') or 'admin')
    values = {name: value for name, value in values.items() if name != 'region_name'}
    for name in ('password', 'project_name'):
        if options.get(f'os_{name}'):
            values[name] = options[f'os_{name}']
    return values


def transport(environment: Environment, timeout: float) -> WsgiTransport:
    """Return the transport to the sandbox in process, in place of a network."""
    sandbox = open_sandbox()
    answer_of = sandbox.caller(state_file(environment), environment.clock.now, timeout)

    def call(
        method: str, url: str, headers: Iterable[tuple[str, str]], body: bytes
    ) -> tuple[str, list[tuple[str, str]], bytes]:
        answer: tuple[str, list[tuple[str, str]], bytes] = answer_of(method, url, headers, body)
        if answer[0].startswith('501') and sandbox.LACKS_PACKAGE in dict(answer[1]):
            # Nothing is wrong with a cloud: no status of HTTP, nor the id of a request, helps.
            raise errors.Error(
                'The sandbox needs packages that are not installed. Install them with: '
                f'{sandbox.INSTALL}'
            )
        return answer

    return WsgiTransport(call, sandbox.BASE_URL)


def reset(paths: Iterable[str], is_named: bool = False) -> None:
    """Delete states, also those that are in use.

    :param is_named: the paths are a user's, and may be of files that are none.
    """
    sandbox = open_sandbox()
    try:
        for path in paths:
            sandbox.reset(path, is_named)
    except sandbox.SandboxError as error:
        raise errors.Error(str(error)) from error


def serve(
    environment: Environment,
    state: str,
    ready: Callable[[dict[str, str], str], None],
    host: str,
    is_secure: bool,
    record: str | None = None,
    **options: Any,
) -> None:
    """Serve the sandbox over HTTP until it is ended.

    :param record: a file that is to hold each exchange, without its secrets.
    """
    sandbox = open_sandbox()
    more: dict[str, str] = {}
    try:
        if is_secure:
            folder = os.path.join(environment.state_folder, 'sandbox-tls')
            options['certificate'] = sandbox.certificate(folder, host)
            more['cacert'] = options['certificate'].file
        if record is not None:
            now = environment.clock.now
            options['recorded'] = sandbox.recorder(record, now, masking.masked, __version__)
        sandbox.serve(
            state,
            host=host,
            clock=environment.clock.now,
            ready=lambda url: ready({**sandbox.settings(url), **more}, url),
            **options,
        )
    except sandbox.UnusablePolicy as error:
        raise errors.CommandError(str(error)) from error
    except sandbox.SandboxError as error:
        raise errors.Error(str(error)) from error


Call = Callable[
    [str, str, Iterable[tuple[str, str]], bytes], tuple[str, list[tuple[str, str]], bytes]
]
"""Calls an application with method, URL, headers and body; gives status line, headers, body."""


class WsgiTransport:
    """Calls an application; no socket is opened and no library is needed."""

    def __init__(self, call: Call, origin: str) -> None:
        self.call = call
        self.origin = origin

    def send(self, request: WireRequest) -> WireAnswer:
        """The answer of the application.

        :raises CloudError: the URL is not one of its own, or it dropped the connection, answered
            in part, or would answer too late.
        """
        url = request.url
        if not redirects.is_same_origin(url, self.origin):
            raise connection_errors.permanent(
                f'{redirects.without_secrets(url)} cannot be reached: there is nothing but '
                f'{self.origin} here.',
                url,
            )
        place = redirects.without_secrets(url)
        begin = time.monotonic()
        try:
            status, pairs, body = self.call(
                request.method, url, request.headers.items(), request.body or b''
            )
        except TimeoutError as error:
            raise connection_errors.timed_out(place).update(may_be_sent=True) from error
        except ConnectionResetError as error:
            raise connection_errors.closed(place).update(may_be_sent=True) from error
        seconds = time.monotonic() - begin
        headers = Headers(pairs)
        length = headers.get('content-length', '')
        if request.method != 'HEAD' and length.isdecimal() and int(length) > len(body):
            raise connection_errors.broken_off(place).update(may_be_sent=True)
        return WireAnswer(int(status.partition(' ')[0]), headers, body, seconds)

    def close(self) -> None:
        """Nothing is kept open between requests."""
