"""The command that shows what a login may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from novaclient_mv import errors, services
from novaclient_mv.cli.reading import commands, read, types
from novaclient_mv.cli.reading.declarations import Args, arg, offline, returns_columns
from novaclient_mv.cli.reading.nested_command_lines import judged_words, judges_command_line
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import blamed_parts, permission_checks, policy_probes, results
from novaclient_mv.cli.running.permission_checks import Row
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins import plugins
from novaclient_mv.clouds.requested_versions import Requested
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.errors import ExitStatus
from novaclient_mv.knowledge.openstack import multiword_commands
from novaclient_mv.policies import facts, judgement
from novaclient_mv.policies.judgement import RoleNeed
from novaclient_mv.program.commands.parts import judged_places
from novaclient_mv.program.commands.parts.judged_places import Notes, Place
from novaclient_mv.resources.permissions import POLICY_FILE, Permission, PermissionForm
from novaclient_mv.services import Service

_KEYS = ('command', 'answer', 'role')
_WORST_FIRST = ('no', 'unknown', 'depends', 'yes')


@offline
@judges_command_line
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
    help="Release to judge by, as in wallaby, 2023.1 or 27.5 (default: the cloud's).",
)
@arg(
    '--policy-file',
    metavar='<file>',
    help="Operator's policy file, whose rules override the defaults.",
)
@arg(
    '--enforce-scope',
    metavar='true|false',
    nargs='?',
    const=True,
    type=types.boolean,
    help="Judge as an operator runs it who set enforce_scope (default: the release's setting).",
)
@arg(
    '--enforce-new-defaults',
    metavar='true|false',
    nargs='?',
    const=True,
    type=types.boolean,
    help="Judge as an operator runs it who set enforce_new_defaults (default: the release's "
    'setting).',
)
@arg(
    '--probe',
    action='store_true',
    help='Look up what the command line names, and read the first page where it only reads; '
    'nothing is written.',
)
@arg('--list', action='store_true', help='Show the answer of each command.')
@service_option('With --list: commands of this service only.')
@returns_columns(*_KEYS)
def do_can_i(invocation: Invocation, args: Args) -> results.Shown:
    """Show whether a login may run a command line, by API version and by policy."""
    if args.list == bool(args.words):
        raise errors.CommandError('can-i needs a command line, or --list.')
    if args.service is not None and not args.list:
        raise errors.CommandError('--service says whose commands --list shows.')
    if args.probe and (args.list or args.roles or args.release or args.policy_file):
        raise errors.CommandError('--probe is for a command line and the login on its cloud.')
    notes = Notes()
    try:
        result = _table(invocation, args, notes) if args.list else _answer(invocation, args, notes)
    except errors.Error as error:
        error.done = results.Warned(error.done, notes.lines) if error.done else None
        raise
    return results.Warned(result, notes.lines)


# -- one command line ----------------------------------------------------------------------


class _Judged(NamedTuple):
    """The answer for a line in a place."""

    place: Place
    line: CommandLine
    permission: Permission
    is_alone: bool
    is_whole: bool

    @property
    def form(self) -> Mapping[str, Any]:
        """Its JSON form."""
        form: PermissionForm = self.permission.as_mapping()
        for need in (*form['needs'], *form.get('hides', ())):
            if options := self.bringing(need['rule']):
                need['options'] = list(options)
        target = self.place.target
        if target is None or self.is_alone:
            return form
        return {'cloud': target.cloud, 'region': target.region, **form}

    @property
    def lines(self) -> Iterator[str]:
        """The answer as lines of text, refusals first."""
        permission, target = self.permission, self.place.target
        before = f'{target.label}: ' if target is not None and not self.is_alone else ''
        before += '' if self.is_whole else f'{permission.command}: '
        yield f'{before}{permission.answer}{_origin(permission)}'
        if permission.refusal is not None:
            yield f'  {permission.refusal}'
        for release, answer in permission.by_release.items():
            yield f'  {release}: {answer}'
        rules_before = set()
        for need in sorted(permission.needs, key=lambda need: need.answer != 'no'):
            rules_before.add(need.rule)
            end = ', or' if need.or_else and need.or_else not in rules_before else ''
            text = f'{need.rule or need.operation} needs {judgement.in_words(need)}{end}'
            yield f'  {need.answer}: {text}{self._brought(need)}'
        for need in permission.hiding:
            text = f'{need.rule} needs {judgement.in_words(need)}{self._brought(need)}'
            yield f'  {_EFFECTS[need.effect]} {text}'
        if permission.probed:
            yield f'  {permission.probed}'
        for rule, age in permission.refused.items():
            yield f'  this cloud refused {rule} {_in_words(age)} ago'

    def _brought(self, need: RoleNeed) -> str:
        """The options that add a rule, in brackets; empty for a rule of the command itself."""
        brought = ' and '.join(self.bringing(need.rule))
        return brought and f' (for {brought})'

    def bringing(self, rule: str | None) -> Sequence[str]:
        """The options that add a rule; none for a rule of the command itself."""
        permission = self.permission
        if rule is None or permission.version is None:
            return ()
        release, project = permission.judgements[-1].release, permission.who.project
        parts = blamed_parts.BlamedParts(self.line, permission.version, release, project)
        return parts.bringing(rule)

    @property
    def refused(self) -> str:
        """The sentence on the refused part: the command, or options without which it is allowed."""
        refusing = [need.rule for need in self.permission.needs if need.answer == 'no']
        brought = [*map(self.bringing, refusing)]
        options = brought[0] if brought and all(brought) else ()
        part = f'{self.permission.command} {" and ".join(options)}'.rstrip()
        return f'{part} {"are" if options[1:] else "is"} not allowed.'


_EFFECTS = {
    'hidden fields': 'fields are left out:',
    'ignored': 'ignored:',
    'chooses': 'the service takes another way:',
}


def _origin(permission: Permission) -> str:
    """The origin of an answer, and for whom it holds."""
    if not permission.judgements:
        return ''
    service = facts.SERVICES[permission.service.name]
    is_file = permission.by == POLICY_FILE
    by = f"the policy file over {service}'s defaults" if is_file else f"{service}'s defaults"
    names = [judged.release.name for judged in permission.judgements]
    releases = f'{names[0]} to {names[-1]}' if len(names) > 2 else ', '.join(names)
    and_more = ' and what this cloud refused' if permission.refused else ''
    return f' by {by} ({releases}){and_more}, with {permission.who}'


def _in_words(seconds: float) -> str:
    for name, length in (('days', 86400), ('hours', 3600), ('minutes', 60)):
        if seconds >= 2 * length:
            return f'{seconds // length:.0f} {name}'
    return f'{seconds:.0f} seconds'


def _answer(invocation: Invocation, args: Args, notes: Notes) -> results.Shown:
    behind = judged_words(invocation.line, args.words, invocation.environment)
    # Words of openstack may be several lines here.
    lines = multiword_commands.lines_of(behind, plugins.auth_options)
    options = {**lines[0].options(), **invocation.options}
    settings = invocation.settings.with_options(options, invocation.settings.table)
    places = judged_places.of_run(settings, args, notes, lines[0].service)
    pairs = [(line, _requested(invocation, line)) for line in lines]
    answers, failed = judged_places.answers_of(
        places, lambda place: [_permission(place, *pair) for pair in pairs]
    )
    judged = [
        _Judged(place, line, permission, len(places) == 1, len(lines) == 1)
        for place, several in answers
        for line, permission in zip(lines, several, strict=True)
    ]
    view, failure = _views(judged), failed or _failure(judged)
    if failure is not None:
        failure.done = view if judged else None
        raise failure
    return view


def _permission(place: Place, line: CommandLine, requested: Requested) -> Permission:
    with place.open():
        where = place.where(line.service)
        policy = place.policy(line.service, where)
        who = place.who(line.service)
        permission = permission_checks.of_line(line, who, where, policy, requested)
        if place.args.probe and place.cloud is not None:
            return policy_probes.probed(permission, line, place.cloud, place.notes.add)
        return permission


def _views(judged: Sequence[_Judged]) -> results.Views:
    forms = [answer.form for answer in judged]
    text = results.Text('\n'.join(line for answer in judged for line in answer.lines))
    if len(forms) == 1 and 'cloud' not in forms[0]:
        return results.Views(results.Properties(forms[0]), text)
    keys = tuple(forms[0]) if forms else _KEYS
    cells = [[form.get(key) for key in keys] for form in forms]
    return results.Views(results.Rows(keys, cells, forms, keys), text)


def _requested(invocation: Invocation, line: CommandLine) -> Requested:
    """The version that the run asks for, or the judged line itself."""
    own = Settings(line.options(), line.table, Environment(variables={}))
    inside = read.requested_of(own, line.service)
    return inside if inside.is_named else invocation.requested_of(line.service)


class NotAllowed(errors.Error):
    """A login may not do what it was asked about."""

    exit_status = ExitStatus.DENIED
    error_code = 'not_allowed'


def _failure(judged: Sequence[_Judged]) -> errors.Error | None:
    """The error of the worst answer, if that has one."""
    refused = [one for one in judged if one.permission.answer == 'no']
    by_policy = [one for one in refused if one.permission.refusal is None]
    if by_policy:
        return NotAllowed(by_policy[0].refused)
    if refused:
        return refused[0].permission.refusal
    if any(one.permission.answer == 'unknown' for one in judged):
        return errors.Error(f'Whether {judged[0].permission.command} is allowed is not known.')
    return None


# -- every command -------------------------------------------------------------------------


def _table(invocation: Invocation, args: Args, notes: Notes) -> results.Shown:
    listed = [args.service] if args.service is not None else list(services.SERVICES)
    places = judged_places.of_run(invocation.settings, args, notes, listed[0])
    answers, failure = judged_places.answers_of(places, lambda place: _rows(place, listed))
    by_place = {place.label: rows for place, rows in answers}
    rows: list[dict[str, Any]] = []
    for place, own in answers:
        leading = place.target.as_mapping() if place.target and len(places) > 1 else {}
        rows += [{**leading, **row} for row in own]
    rows.sort(key=lambda row: _WORST_FIRST.index(str(row['answer'])))
    keys = tuple(rows[0]) if rows else _KEYS
    titles = tuple(key.capitalize() for key in keys)
    table = results.Rows(titles, [[row[key] for key in keys] for row in rows], rows, keys)
    view = table if len(places) == 1 else results.Views(table, _matrix(by_place))
    if failure is not None:
        failure.done = view if rows else None
        raise failure
    return view


def _rows(place: Place, listed: Sequence[Service]) -> list[Row]:
    """The answer for each command of some services; unknown for those of one that a cloud lacks."""
    rows: list[Row] = []
    with place.open():
        for service in listed:
            every = list(commands.commands_of([service]))
            try:
                where = place.where(service)
            except (errors.CloudError, errors.LoginError) as error:
                if service == listed[0]:
                    raise
                place.notes.add(str(error))
                rows += [Row(command=one.name, answer='unknown', role=None) for one in every]
                continue
            policy, who = place.policy(service, where), place.who(service)
            rows += [permission_checks.of_command(command, who, where, policy) for command in every]
    return sorted(rows, key=lambda row: row['command'])


def _matrix(by_place: Mapping[str, Sequence[Row]]) -> results.Rows:
    """Commands by clouds; those at which the clouds differ first."""
    answers: dict[str, list[str]] = {}
    for rows in by_place.values():
        for row in rows:
            answers.setdefault(row['command'], []).append(row['answer'])

    def order(command: str) -> tuple[bool, int]:
        worst = min(map(_WORST_FIRST.index, answers[command]))
        return len(set(answers[command])) == 1, worst

    cells = [[command, *answers[command]] for command in sorted(answers, key=order)]
    return results.Rows(('Command', *by_place), cells)
