"""Keywords with which python-novaclient's ``Client`` is made: their older names, and a session for
credentials among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import sessions

if TYPE_CHECKING:
    from keystoneauth1 import plugin
    from keystoneauth1 import session as ks_session

    Plugin = plugin.BaseAuthPlugin
    Session = ks_session.Session
    Timing = ks_session.RequestTiming

V = TypeVar('V')

_OF_A_PASSWORD = ('username', 'user_id', 'password', 'user_domain_id', 'user_domain_name')


class Credentials(NamedTuple):
    """Who logs in where, as the keywords of keystoneauth1's generic plugins have it."""

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

    :raises TypeError: both names have a value, and not the same.
    """
    older: V | None = kwargs.pop(old, None)
    if older is None:
        return value
    if value is not None and value != older:
        raise TypeError(f'Client() got both {new!r} and {old!r}, which is its older name')
    return older


def plugin_of(credentials: Credentials) -> Plugin:
    """The plugin that logs in with some credentials: with the token, if there is one."""
    from keystoneauth1.identity import generic

    known = {name: value for name, value in credentials._asdict().items() if value is not None}
    if not known.get('token'):
        known.pop('token', None)
        return generic.Password(**known)
    for name in _OF_A_PASSWORD:
        known.pop(name, None)
    return generic.Token(**known)


def open_session(
    auth: Plugin | None,
    verify: bool | str,
    cert: str | tuple[str, str] | None,
    timeout: float | None,
    collect_timing: bool,
) -> Session:
    """A session for a plugin, which follows no redirect with a secret."""
    return sessions.open_session(
        auth=auth, verify=verify, cert=cert, timeout=timeout, collect_timing=collect_timing
    )
