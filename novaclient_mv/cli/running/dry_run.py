"""Runs of commands that show what they would change, and change nothing."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.running.withheld_requests import WithheldRequests
from novaclient_mv.clouds import tls_settings
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.global_option import LOGIN, TLS
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.values import NamedTuple
from novaclient_mv.wire import secret_values
from novaclient_mv.wire.withholding import Withheld


class Attempt(NamedTuple):
    """The result of a command over a connection that withholds writes.

    :param result: what it returned, where it came to no write.
    :param withheld: the first write of each target, with the target where there are several.
    :param error: of the targets that failed before they came to a write.
    """

    result: Any
    withheld: tuple[tuple[str | None, Withheld], ...] = ()
    error: errors.SomeFailed | None = None


def attempt(command: Callable[[], Any]) -> Attempt:
    """Call a command over a connection that withholds writes."""
    try:
        return Attempt(command())
    except Withheld as stop:
        return Attempt(None, ((None, stop),))
    except errors.SomeFailed as error:
        withheld = tuple(
            (target, failure)
            for target, failure in error.failures.items()
            if isinstance(failure, Withheld)
        )
        if not withheld:
            raise
        failures = {
            target: failure
            for target, failure in error.failures.items()
            if not isinstance(failure, Withheld)
        }
        rest = errors.SomeFailed(failures, error.total, error.targets) if failures else None
        return Attempt(None, withheld, rest)


def to_show(tried: Attempt, form: str, cloud: Cloud) -> Any:
    """Return the result of an attempt, or its withheld requests."""
    from novaclient_mv.cli.running.offline_cloud import OfflineCloud

    if isinstance(cloud, OfflineCloud):
        for operation in cloud.assumed(withheld.call for _, withheld in tried.withheld):
            cloud.warn(f'the answer of {operation} is assumed: it was not asked for')
        line = _token_line(cloud.settings)
        return WithheldRequests(tried.withheld, form, token_line=line) if tried.withheld else None
    if not tried.withheld:
        return tried.result
    login = cloud.login
    leads_nowhere = login.settings.is_sandbox
    curl_options = tls_settings.curl_options(login.settings)
    line = _token_line(cloud.settings)
    return WithheldRequests(tried.withheld, form, curl_options, leads_nowhere, line)


def _token_line(settings: Settings) -> str:
    """A line for a shell that prints a login's token, with all options but secrets."""
    words = ['nova-mv']
    if settings.cloud_name is not None:
        words += ['--os-cloud', settings.cloud_name]
    for option in settings.table.options:
        value = settings.options.get(option.dest)
        is_of_login = option.section in (LOGIN, TLS)
        if value and is_of_login and not secret_values.is_secret(option.dest):
            words += [option.flags[0], str(value)] if option.takes_value else [option.flags[0]]
    return shlex.join([*words, 'token-issue', '-f', 'value', '-c', 'id'])


@contextlib.contextmanager
def followed_by(*changes: str) -> Iterator[None]:
    """Add to a withheld write what would follow, as ``the other values of node-1``."""
    try:
        yield
    except Withheld as stop:
        stop.later += changes
        raise


def is_withheld(error: Exception, later: Iterable[str] = ()) -> bool:
    """Whether nothing failed, but a write was withheld."""
    if not isinstance(error, Withheld):
        return False
    error.later += later
    return True
