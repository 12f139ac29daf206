"""The command that tells what a login may do."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from novaclient_mv import errors, services
from novaclient_mv.cli.reading import commands, read, types, words
from novaclient_mv.cli.reading.declarations import Args, arg, offline, shows_columns
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types import services as service_types
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import permissions, results
from novaclient_mv.cli.running.permissions import Permission, Policy, Who
from novaclient_mv.clouds import selection
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.clouds.selection import Target
from novaclient_mv.knowledge import command_lines
from novaclient_mv.policies import judgement, operator_file
from novaclient_mv.policies.facts import Policies, Release
from novaclient_mv.services import Service, policy_releases
from novaclient_mv.services.policy_releases import Releases
from novaclient_mv.versions import APIVersion

_KEYS = ('command', 'answer', 'role')


@offline
@arg('words', metavar='<word>', nargs='*', help='Command line to judge; it is not run.')
@arg(
    '--role',
    dest='roles',
    metavar='<role>',
    action='append',
    default=[],
    help="Role of a token for a project, without a login. Repeatable (default: the login's own).",
)
@arg(
    '--release',
    metavar='<release>',
    help="Release to judge by, as in wallaby or 2023.1 (default: the cloud's).",
)
@arg(
    '--policy-file',
    metavar='<file>',
    help="Operator's policy file, whose rules override the defaults.",
)
@arg(
    '--enforce-scope',
    metavar='true|false',
    type=types.boolean,
    help="Judge as an operator runs it who set enforce_scope (default: the release's setting).",
)
@arg(
    '--enforce-new-defaults',
    metavar='true|false',
    type=types.boolean,
    help="Judge as an operator runs it who set enforce_new_defaults (default: the release's "
    'setting).',
)
@arg('--list', action='store_true', help='Show the answer of each command.')
@arg(
    '--service',
    metavar='<service>',
    type=service_types.microversioned,
    help='With --list: commands of this service only.',
)
@shows_columns(*_KEYS)
def do_can_i(invocation: Invocation, args: Args) -> results.Shown:
    """Show whether a login may run a command line, by API version and by policy."""
    if args.list == bool(args.words):
        raise errors.CommandError('can-i needs a command line, or --list.')
    if args.service is not None and not args.list:
        raise errors.CommandError('--service says whose commands --list shows.')
    line = None if args.list else _line(invocation, args)
    places = _places(invocation, args)
    if line is None:
        return _table(args, places)
    return _answers(invocation, args, line, places)


def _line(invocation: Invocation, args: Args) -> CommandLine:
    """The command line to judge."""
    own = invocation.line
    behind = words.behind_separator(own.words if own is not None else ())
    texts = list(args.words if behind is None else behind)
    if behind is not None and len([word for word in args.words if word != '--']) > len(
        [word for word in behind if word != '--']
    ):
        raise errors.CommandError('The whole command line belongs behind "--".')
    bare = texts[1:] if texts and texts[0] in command_lines.PROGRAMS else texts
    return read.line_of(bare, Environment(variables={}), plugins.auth_options)


class _Place(NamedTuple):
    """A cloud, or what stands in for one.

    :param target: ``None`` without a cloud.
    """

    target: Target | None
    cloud: Cloud | None
    args: Args

    def who(self, service: Service) -> Who:
        """The roles and scope of the login; those that were given need none."""
        if self.args.roles or self.cloud is None:
            return Who(tuple(self.args.roles), {'project': None})
        return permissions.who(self.cloud, service)

    def where(self, service: Service) -> Releases:
        """The releases to judge by."""
        if self.args.release is not None:
            return policy_releases.named(self.args.release, service)
        if self.cloud is None:
            return policy_releases.newest(service)
        offered, _ = self.cloud.range(service)
        return policy_releases.of_cloud(service, offered)

    def policy(self, service: Service, where: Releases) -> Policy:
        """The policy of the releases."""
        policies = policy_releases.policies_of(service)
        if policies is None:
            return Policy(None)
        settings = operator_file.Settings(self.args.enforce_scope, self.args.enforce_new_defaults)
        overrides: dict[Release, judgement.Overrides] = {}
        for release in where.releases:
            if self.args.policy_file is not None:
                overrides[release] = _operator_file(
                    self.args.policy_file, settings.at(release), policies
                )
        return Policy(policies, overrides)


def _operator_file(path: str, release: Release, policies: Policies) -> operator_file.OperatorFile:
    try:
        return operator_file.OperatorFile(path, release, policies)
    except OSError as error:
        raise errors.CommandError(f'{path} cannot be read: {error.strerror}.') from error
    except (operator_file.PolicyFileError, ImportError) as error:
        raise errors.CommandError(str(error)) from error


def _places(invocation: Invocation, args: Args) -> list[_Place]:
    """The clouds that are judged, or the one place without a cloud."""
    named = invocation.options.get('os_cloud')
    if args.roles and (args.release is not None or not named):
        return [_Place(None, None, args)]
    return [
        _Place(target, Cloud(invocation.environment, settings=target.settings), args)
        for target in selection.of_run(invocation.settings).targets
    ]


T = TypeVar('T')


def _with_place(place: _Place, work: Callable[[], T]) -> T:
    if place.cloud is None:
        return work()
    with contextlib.closing(place.cloud):
        result = work()
        place.cloud.keep()
    return result


def _answers(
    invocation: Invocation, args: Args, line: CommandLine, places: Sequence[_Place]
) -> results.Shown:
    judged: list[tuple[_Place, Permission]] = []
    named = _named_version(invocation, line.service)
    for place in places:

        def judge(place: _Place = place) -> Permission:
            where = place.where(line.service)
            if where.note is not None and place.cloud is not None:
                place.cloud.warn(where.note)
            policy = place.policy(line.service, where)
            return permissions.of_line(line, place.who(line.service), where, policy, named)

        judged.append((place, _with_place(place, judge)))
    forms = [
        {
            **(place.target.as_mapping() if place.target and len(places) > 1 else {}),
            **permission.as_mapping(),
        }
        for place, permission in judged
    ]
    text = '\n'.join(text for place, one in judged for text in _lines(place, one, len(places)))
    view = results.Views(
        results.Properties(dict(forms[0])) if len(forms) == 1 else _rows(forms),
        results.Text(text),
    )
    failure = _failure([permission for _, permission in judged])
    if failure is not None:
        failure.done = view
        raise failure
    return view


def _rows(forms: Sequence[Mapping[str, object]]) -> results.Rows:
    keys = tuple(forms[0])
    return results.Rows(
        keys, [[form.get(key) for key in keys] for form in forms], list(forms), keys
    )


def _named_version(invocation: Invocation, service: Service) -> APIVersion | None:
    requested = invocation.requested_of(service)
    return requested.version if requested.is_named else None


def _lines(place: _Place, permission: Permission, count: int) -> Iterator[str]:
    before = f'{place.target.label}: ' if place.target is not None and count > 1 else ''
    releases = ', '.join(judged.release.name for judged in permission.judgements)
    origin = (
        'the policy file' if permission.by == permissions.POLICY_FILE else "the service's defaults"
    )
    by = f' by {origin} ({releases})' if releases else ''
    yield f'{before}{permission.answer}{by}'
    if permission.refusal is not None:
        yield f'  {permission.refusal}'
    for need in permission.needs:
        yield f'  {need.answer}: {need.rule or need.operation} needs {judgement.in_words(need)}'


class NotAllowed(errors.Error):
    """A login may not do what it was asked about."""

    exit_status = errors.ExitStatus.DENIED
    error_code = 'not_allowed'


def _failure(judged: Sequence[Permission]) -> errors.Error | None:
    """Return the error of the worst answer, which has the exit status."""
    for permission in judged:
        if permission.refusal is not None:
            return permission.refusal
    if any(permission.answer == 'no' for permission in judged):
        return NotAllowed(f'{judged[0].command} is not allowed.')
    if any(permission.answer == 'unknown' for permission in judged):
        return errors.Error(f'Whether {judged[0].command} is allowed is not known.')
    return None


def _table(args: Args, places: Sequence[_Place]) -> results.Shown:
    listed = [args.service] if args.service is not None else list(services.SERVICES)
    rows = []
    for place in places:

        def judge(place: _Place = place) -> list[dict[str, str | None]]:
            rows_of_place = []
            for service in listed:
                where = place.where(service)
                policy = place.policy(service, where)
                every = list(commands.commands_of([service]))
                rows_of_place += permissions.of_commands(every, place.who(service), where, policy)
            return rows_of_place

        leading = place.target.as_mapping() if place.target and len(places) > 1 else {}
        rows += [{**leading, **row} for row in _with_place(place, judge)]
    order = ('no', 'unknown', 'depends', 'yes')
    rows.sort(key=lambda row: order.index(str(row['answer'])))
    keys = tuple(rows[0]) if rows else _KEYS
    titles = tuple(key.capitalize() for key in keys)
    return results.Rows(titles, [[row[key] for key in keys] for row in rows], rows, keys)
