"""Keywords with which python-novaclient's ``Client`` is made: their older names, those that it
takes and ignores, and a session for credentials among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from novaclient_mv import wire
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import sessions

if TYPE_CHECKING:
    import logging

    from keystoneauth1 import plugin
    from keystoneauth1 import session as ks_session

    Plugin = plugin.BaseAuthPlugin
    Session = ks_session.Session
    RecordedTime = tuple[str, float, float]

V = TypeVar('V')

_OF_A_PASSWORD = ('username', 'user_id', 'password', 'user_domain_id', 'user_domain_name')

IGNORED = {
    'auth_plugin': "give a keystoneauth1 plugin as 'auth'",
    'auth_system': "give a keystoneauth1 plugin as 'auth'",
    'connection_pool': 'connections are kept in any case',
    'proxy_tenant_id': "give a session, or a keystoneauth1 plugin as 'auth'",
    'proxy_token': "give a session, or a keystoneauth1 plugin as 'auth'",
    'volume_service_name': 'volumes are found by their service type',
}
"""Keywords that python-novaclient takes without an effect, with what to do instead."""


class Credentials(NamedTuple):
    """User, URL and scope of a login, as keywords of keystoneauth1's generic plugins."""

    auth_url: str | None = None
    token: str | None = None
    password: str | None = None
    username: str | None = None
    user_id: str | None = None
    user_domain_id: str | None = None
    user_domain_name: str | None = None
    project_id: str | None = None
    project_name: str | None = None
    project_domain_id: str | None = None
    project_domain_name: str | None = None


def under_either_name(kwargs: dict[str, Any], old: str, new: str, value: V) -> V:
    """The value of a keyword that may be given under its older name, which is taken out.

    Where both names have a value the newer one holds, and a warning says so.
    """
    older: V | None = kwargs.pop(old, None)
    if older is None or older == value:
        return value
    if not value:
        return older
    _warn(f'Client() ignores {old!r}: it is the older name of {new!r}, which is given, too.')
    return value


def take_ignored(kwargs: dict[str, Any]) -> None:
    """Take out what python-novaclient takes without an effect, and warn of it."""
    for name, instead in IGNORED.items():
        if kwargs.pop(name, None) is not None:
            _warn(f'Client() ignores {name!r}: {instead}.')
    if not kwargs.pop('raise_exc', True):
        _warn("Client() ignores 'raise_exc': errors of the cloud are always raised.")


def warn_beside_session(credentials: Credentials, tls: Mapping[str, Any]) -> None:
    """Warn of keywords that say nothing beside a session.

    :param tls: keyword to value.
    """
    values = {**credentials._asdict(), **tls}
    values['auth_token'] = values.pop('token')
    # The client has these itself, for programs that ask it.
    del values['project_id'], values['project_name']
    names = ', '.join(repr(name) for name, value in values.items() if value)
    if names:
        _warn(f'Client() ignores {names} beside a session, which has its own.')


def _warn(sentence: str) -> None:
    """Warn the program, at the line that made the client."""
    import sys
    import warnings

    package = __name__.partition('.')[0]
    depth, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals['__name__'].partition('.')[0] == package:
        depth, frame = depth + 1, frame.f_back
    warnings.warn(sentence, DeprecationWarning, stacklevel=depth)


def logger_of(name: str, logger: logging.Logger | None, is_debugged: bool) -> logging.Logger:
    """Return the program's logger for requests, or that of the client's module.

    :param is_debugged: whether they are to be logged whatever its level was.
    """
    import logging

    logger = logger or logging.getLogger(name)
    if is_debugged:
        logger.setLevel(logging.DEBUG)
    return logger


def seconds(timeout: float | str | None, beside_session: bool) -> float | None:
    """The time for one request, which may be written as a text.

    :param beside_session: whether there is a session with a timeout of its own, which holds in
        place of one that is not a time.
    :raises ValueError: it is not a number, or is out of range.
    """
    if timeout is None:
        return None
    number = float(timeout)
    if number > 0:
        return number
    if beside_session:
        return None
    raise ValueError(f'The timeout of a request is more than 0 seconds, and not {timeout!r}.')


def plugin_of(credentials: Credentials) -> Plugin:
    """Return the plugin of some credentials; a token takes precedence.

    It sends nothing yet, so that the first request reports what is missing.
    """
    with wire.LOADING:
        from keystoneauth1.identity import generic

    values: dict[str, Any] = {'auth_url': None}
    values |= {name: value for name, value in credentials._asdict().items() if value is not None}
    if not values.get('token'):
        values.pop('token', None)
        return generic.Password(**values)
    for name in _OF_A_PASSWORD:
        values.pop(name, None)
    return generic.Token(**values)


def open_session(
    auth: Plugin | None,
    verify: bool | str,
    cert: str | tuple[str, str] | None,
    timeout: float | None,
) -> Session:
    """A session for a plugin, which follows no redirect with a secret."""
    return sessions.open_session(auth=auth, verify=verify, cert=cert, timeout=timeout)
