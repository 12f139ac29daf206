"""Carries out what is selected by an expression, once the user has seen it and said yes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.reading import columns, commands, selectors, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.read import Ask, Invocation
from novaclient_mv.cli.reading.targets import Targets
from novaclient_mv.cli.reading.tokenizer import Token, token
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import execution, mappings, results
from novaclient_mv.cli.running.confirming import Confirm, Declined
from novaclient_mv.cli.running.outcomes import Outcome
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.global_option import OUTPUT
from novaclient_mv.versions import APIVersion

_SEEN = ('address', 'provision_state', 'power_state', 'maintenance')
"""Columns by which a person knows what is selected."""

_EVERYWHERE = '--all-tenants'


def _selects(invocation: Invocation) -> bool:
    """Whether a line selects its targets."""
    command, line = invocation.command, invocation.line
    if command is None or line is None or selectors.WHERE not in line.flags:
        return False
    return selectors.targets_of(command) is not None


def outcome(invocation: Invocation, cloud: Cloud, confirm: Confirm) -> Outcome:
    """Carry a line out on what it selects, or as it is where it selects nothing."""
    if not _selects(invocation):
        return execution.execute(invocation, cloud)
    try:
        filled = _Selection(invocation, cloud).filled(confirm)
    except Exception as error:
        return Outcome(error=error)
    if filled is None:
        cloud.warn('nothing is selected, and nothing was done')
        return Outcome([results.Done([], [])])
    return execution.execute(filled, cloud)


class _Selection:
    """The targets that a line selects on a cloud."""

    def __init__(self, invocation: Invocation, cloud: Cloud) -> None:
        assert invocation.command is not None
        assert invocation.line is not None
        targets = selectors.targets_of(invocation.command)
        assert targets is not None
        self.invocation = invocation
        self.command: Command = invocation.command
        self.line: CommandLine = invocation.line
        self.targets: Targets = targets
        self.cloud = cloud
        self.args = self.line.arguments_at(self.line.newest())

    def filled(self, confirm: Confirm) -> Invocation | None:
        """The line with its targets; ``None`` without any."""
        table, version = self._listed()
        ids = self._ids(table.rows, version)
        if not ids:
            return None
        is_asked = self.args.dry_run is None and not self.args.yes
        if is_asked and not confirm(self.invocation, self._question(len(ids)), table, version):
            raise Declined
        return self.invocation._replace(line=self.line.filled(**{self.targets.argument: ids}))

    def _listed(self) -> tuple[results.Table, APIVersion]:
        """The rows of the list for which the expression is true."""
        listing = self._listing()
        opened = execution.execute(listing, self.cloud)
        version = opened.version or listing.service.range.end
        tables: list[results.Table] = []
        opened.consume(lambda part: tables.append(self._matching(part, version)))
        if opened.error is not None:
            raise opened.error
        return tables[0], version

    def _listing(self) -> Invocation:
        """The line that lists what the targets may be."""
        name, *options = self.targets.listing
        command = commands.find(name)
        has = {flag for argument, _ in tree.every_argument(command) for flag in argument.flags}
        if getattr(self.args, 'all_tenants', 0) and _EVERYWHERE in has:
            options.append(_EVERYWHERE)
        settings = self.invocation.settings
        of_output = {option.dest for option in settings.table.options if option.section == OUTPUT}
        rest = {dest: value for dest, value in settings.options.items() if dest not in of_output}
        words: Sequence[Token] = [*map(token, options)]
        return self.invocation._replace(
            ask=Ask.RUN,
            command=command,
            line=CommandLine(command, words, settings.table),
            # The line itself says which version a release stands for.
            requested=self.invocation.requested._replace(is_release=False),
            settings=settings.with_options(rest, settings.table),
        )

    def _matching(self, part: Any, version: APIVersion) -> results.Table:
        """The rows of a list for which the expression is true."""
        table: results.Table = part.table if isinstance(part, results.Tree) else part
        condition = selectors.condition(self.targets, self.args.where)
        self._check_keys(condition.names, version)
        mapping = mappings.mapper(table.resource, version)
        columns = table.columns
        if self.targets.listing[1:]:
            # All fields are there for the expression; a person looks for those that it names.
            keys = {field.key for field in table.resource.fields}
            seen = (self.targets.key, 'name', *condition.names, *_SEEN)
            columns = tuple(key for key in dict.fromkeys(seen) if key in keys)
        rows = [row for row in table.rows if condition.holds(mapping(row))]
        return results.Table(table.resource, rows, columns, table.sort_key, table.is_explicit)

    def _check_keys(self, names: Sequence[str], version: APIVersion) -> None:
        """Refuse keys that this version lacks: an expression on them would match nothing."""
        fields = columns.fields_of(commands.find(self.targets.listing[0]).function) or ()
        for field in fields:
            if field.key in names and version not in field.range:
                needed = self.invocation.service.releases.describe_need(field.range)
                raise errors.OutsideVersion(
                    f'{field.key} of {selectors.WHERE} needs API version {needed}; this run uses '
                    f'{version}.'
                )

    def _ids(self, rows: Any, version: APIVersion) -> list[str]:
        rows = list(rows)
        if not rows:
            return []
        key = self.targets.key
        mapping = mappings.mapper(type(rows[0]), version, [key])
        return [str(mapping(row)[key]) for row in rows]

    def _question(self, count: int) -> str:
        """The question whether to continue, as in ``Stop 3 servers?``."""
        counted = self.targets.counted(count)
        verb = self.command.name.rpartition('-')[2]
        sentence = self.command.summary.split()
        # Of most commands the last word of the name is the verb, with which their help begins.
        if sentence and sentence[0].lower() == verb and verb not in ('set', 'unset'):
            return f'{sentence[0]} {counted}?'
        return f'{self.command.name}: {counted}. Go on?'
