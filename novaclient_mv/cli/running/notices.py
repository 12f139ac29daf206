"""Notices of a run to its user, which are no part of the result."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

from novaclient_mv.cli.reading import columns, tree
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire.connection import Connection
from novaclient_mv.wire.filter_notices import FilterNotices


class Notices:
    """The notices of one run, each told once, whether or not it starts over."""

    def __init__(self, invocation: Invocation, cloud: Cloud) -> None:
        assert invocation.command is not None
        assert invocation.line is not None
        self._invocation = invocation
        self._command, self._line = invocation.command, invocation.line
        self._warn, self._settings = cloud.warn, cloud.settings
        environment = cloud.environment
        self._has_reader = environment.is_error_terminal and not invocation.options.get('quiet')
        self._are_times_reported = False

    @functools.cached_property
    def filters(self) -> FilterNotices:
        """Warnings of ignored filters, by names as they were typed."""
        names = {
            argument.filter.name: argument.name
            for argument, _ in tree.every_argument(self._command)
            if argument.filter is not None and argument.name in self._line.flags
        }
        is_strict = bool(self._settings.options.get('strict_filters'))
        return FilterNotices(self._warn, is_strict, names)

    def tell_release(self) -> None:
        """Tell a person which version a release stands for."""
        requested = self._invocation.requested
        if requested.is_release and self._has_reader:
            self._warn(f'using API version {requested.version}, the newest of {requested.text}')

    def tell_times(self, args: Args) -> None:
        """Tell a person which times, in UTC, relative ones stand for; not those of defaults."""
        if self._are_times_reported or not self._has_reader:
            return
        self._are_times_reported = True
        dests = {argument.name: argument.dest for argument, _ in tree.every_argument(self._command)}
        for name in filter(dests.get, self._line.flags):
            value: Any = getattr(args, dests[name], None)
            if getattr(value, 'is_relative', False):
                self._warn(f'{name} {value.text} is {value.read()} (UTC)')

    def tell_unknown_version(self, connection: Connection) -> None:
        """Warn of a version that the cloud used, and that this client does not speak."""
        used, spoken = connection.known_versions.used, self._invocation.service.range
        # The newest that both speak is what was asked for.
        if used is not None and APIVersion(used) not in spoken:
            self._warn(f'this cloud used API version {used}; this client speaks {spoken}')

    def tell_hidden_columns(self, result: Any, connection: Connection | None) -> None:
        """Warn of columns that were named and that the cloud's policy hides from this login."""
        result = result.shown if isinstance(result, results.Started) else result
        while isinstance(result, results.Views | results.Tree):
            result = result.data if isinstance(result, results.Views) else result.table
        if not isinstance(result, results.Table | results.Record):
            return
        resource = type(result.resource) if isinstance(result, results.Record) else result.resource
        names: Sequence[str] = self._invocation.output.columns
        if not names and isinstance(result, results.Table) and result.is_explicit:
            names = result.columns
        if not names or not resource.hidden_by:
            return
        texts = itertools.chain.from_iterable(text.split(',') for text in names)
        fields = [columns.find_field(resource.fields, text) for text in texts]
        keys = [field.key for field in fields if field is not None]
        if not resource.hidden_by.keys().isdisjoint(keys) and connection is not None:
            from novaclient_mv.cli.running import hidden_columns

            hidden_columns.watched(result, keys, connection, self._warn)
