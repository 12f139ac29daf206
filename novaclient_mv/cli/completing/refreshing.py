"""Refreshes cached names for completion, with a cached login and never with a new one."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.completing.named_resources import LISTINGS, NameList
from novaclient_mv.cli.completing.remembered_names import (
    CLOUDS,
    REGIONS,
    VERSION,
    RememberedNames,
    words_of,
)
from novaclient_mv.cli.reading import read, tokenizer
from novaclient_mv.cli.running import execution, mappings, results
from novaclient_mv.clouds import (
    cloud,
    files,
    requested_versions,
    sandbox_states,
    selection,
    version_choice,
)
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins import login
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import APIVersion

_MOST_NAMES = 5000


class RememberedCloud(cloud.Cloud):
    """A cloud that a remembered login is used on, and no other one."""

    def open_login(self) -> login.Login:
        """The login that is remembered.

        :raises LoginError: the built-in cloud was never used, or the current folder decides about a
            secret that it does not hold.
        """
        state = sandbox_states.in_process(self.environment)
        if self.settings.is_sandbox and not os.path.exists(state):
            raise errors.LoginError('The built-in cloud was never used.')
        remembered = login.Login(self.settings, may_log_in=False, warn=self.warn)
        if remembered.current_folder is not None and not remembered.current_folder.may_complete:
            raise errors.LoginError('The current folder says where requests would go.')
        return remembered


def refresh(topic: str, texts: Sequence[str], environment: Environment) -> None:
    """Look a topic up and keep it; where that fails, keep that nothing is known.

    :param topic: ``clouds``, ``regions``, the version of a service, or a kind of resources.
    :param texts: the global options of the line that is completed.
    """
    table = OptionTable()
    names = RememberedNames(environment, tokenizer.tokenize(texts, table).options(table))
    look_up = _TOPICS.get(topic)
    if look_up is None:
        raise errors.CommandError(f'{topic} is nothing that can be remembered.')
    value = None
    try:
        value = look_up(names)
    except errors.Error:
        return
    finally:
        names.keep(topic, value)
        names.end_refresh(topic)


def _clouds(names: RememberedNames) -> list[str]:
    environment = names.environment
    return [name for name, _ in files.names(environment.variables, environment.cwd)]


def _regions(names: RememberedNames) -> list[str]:
    """The regions that a file lists of the cloud, or else those of its remembered catalog."""
    with contextlib.closing(_own_cloud(names)) as own:
        listed = selection.regions_in_file(own.settings, own.name)
        cached = own.login.cached_login
        return [*listed] or ([] if cached is None else cached.regions())


def _own_cloud(names: RememberedNames) -> RememberedCloud:
    environment = names.environment
    settings = Settings(dict(names.options), OptionTable(), environment)
    return RememberedCloud(environment, settings=settings)


def _version(service: Service, names: RememberedNames) -> str:
    """The version at which a line without a version of its own would run."""
    with contextlib.closing(_own_cloud(names)) as own:
        requested = requested_versions.requested(own.settings, service)
        return str(version_choice.negotiate(own, service, requested)[0])


def _rows(listing: NameList, names: RememberedNames) -> list[tuple[str, str]]:
    """The names of the rows of a list, with their ids."""
    invocation = read.read([*words_of(names.options), *listing.words], names.environment)
    own = RememberedCloud(names.environment, settings=invocation.settings)
    rows: list[tuple[str, str]] = []
    try:
        outcome = execution.execute(invocation, own)
        version = outcome.version or invocation.service.range.end
        outcome.consume(lambda part: rows.extend(_names(part, listing, version)))
        if outcome.error is not None:
            raise outcome.error
    finally:
        own.close()
    return rows


def _names(part: Any, listing: NameList, version: APIVersion) -> Iterator[tuple[str, str]]:
    table: results.Table = part.table if isinstance(part, results.Tree) else part
    keys = [key for key in (listing.name, listing.id) if key]
    mapping = mappings.mapper(table.resource, version, keys)
    for row in itertools.islice(table.rows, _MOST_NAMES):
        texts = [str(value or '') for value in mapping(row).values()]
        yield texts[0], texts[-1] if listing.id else ''


_TOPICS: Mapping[str, Callable[[RememberedNames], Any]] = {
    CLOUDS: _clouds,
    REGIONS: _regions,
    **{VERSION + service.name: functools.partial(_version, service) for service in SERVICES},
    **{kind: functools.partial(_rows, listing) for kind, listing in LISTINGS.items()},
}
