"""The transport of a login without a session, and the wrappers of any transport, in order."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from novaclient_mv.clouds import tls_settings
from novaclient_mv.clouds.settings import Settings, max_body
from novaclient_mv.wire import debugging
from novaclient_mv.wire.transport import Transport

if TYPE_CHECKING:
    from novaclient_mv.clouds.logins.cached_login import CachedLogin
    from novaclient_mv.wire.direct.direct_transport import DirectTransport
    from novaclient_mv.wire.timing import Timing

_NEED_SESSION = ('debug', 'timings', 'collect_timing', 'tls_ciphers', 'tls_min_version')
"""Settings for which requests never go without a session."""


def wrapped(inner: Transport, settings: Settings, timings: list[Timing]) -> Transport:
    """A transport that is debugged, timed and seen by the run, from the outside to the inside."""
    wrap = settings.environment.wrap
    seen = inner if wrap is None else wrap(inner)
    return debugging.DebuggedTransport(
        timed(seen, settings, timings), tls_settings.curl_options(settings)
    )


def timed(inner: Transport, settings: Settings, timings: list[Timing]) -> Transport:
    """A transport that adds to ``timings``, if the run collects them."""
    if not has_timings(settings):
        return inner
    from novaclient_mv.wire import timing

    return timing.TimedTransport(inner, timings)


def has_timings(settings: Settings) -> bool:
    return bool(settings.get('timings') or settings.get('collect_timing'))


def is_direct(settings: Settings, cached: CachedLogin | None) -> bool:
    """Whether a login is cached, and nothing, as a proxy or a test, needs a session."""
    if cached is None or settings.environment.transport is not None:
        return False
    if any(settings.get(name) for name in _NEED_SESSION) or cached.access is None:
        return False
    return not proxies_are_set(settings.environment.variables)


def direct(settings: Settings, cached: CachedLogin) -> DirectTransport:
    """The transport without a session."""
    from novaclient_mv.wire.direct import direct_transport

    assert cached.access is not None
    if any(url.startswith('https:') for url in cached.access.endpoints.values()):
        import ssl  # noqa: F401 - for the first connection, before threads begin
    return direct_transport.DirectTransport(
        settings.timeout,
        tls_settings.verify(settings),
        tls_settings.certificate(settings),
        cached.access.authorities,
        settings.environment.variables,
        max_body(settings),
    )


_VARIABLES = frozenset({'http_proxy', 'https_proxy', 'all_proxy'})

_ASK_SYSTEM = ('darwin', 'win32', 'cygwin')
"""Platforms on which the settings of the system may name a proxy."""


def proxies_are_set(variables: Mapping[str, str]) -> bool:
    """Whether any proxy is set, whichever hosts it is for."""
    if any(value and name.lower() in _VARIABLES for name, value in variables.items()):
        return True
    if sys.platform not in _ASK_SYSTEM:
        return False
    from urllib import request

    return bool(request.getproxies())
