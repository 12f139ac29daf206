"""The command that tells which calls of scripts would break on a cloud."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading.declarations import Args, also_as, arg, offline, shows
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types import services as service_types
from novaclient_mv.cli.running import results
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.options import GITHUB
from novaclient_mv.knowledge.lint import Finding, Target, Targets, findings, targets
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.v2.commands.parts import scripts

_COLUMNS = ('file', 'line', 'column', 'severity', 'code', 'message')


@offline
@also_as(GITHUB)
@arg(
    'file',
    metavar='<file>',
    nargs='+',
    help='Shell script, or YAML with scripts in it: a pipeline, or a playbook of Ansible; "-" is '
    'the standard input. Nothing of it is run.',
)
@arg(
    '--release',
    metavar='<release>',
    group='target',
    help='Release that the scripts are to work with; the newest that is known without a target. '
    '--os-cloud asks a cloud what it offers.',
)
@arg(
    '--range',
    metavar='<from>..<to>',
    group='target',
    help='Range of versions that the scripts are to work with, as in 2.1..2.53.',
)
@arg(
    '--service',
    metavar='<service>',
    type=service_types.microversioned,
    help='Service whose versions --range names (compute).',
)
@shows('knowledge.lint.findings:FindingRow', *_COLUMNS)
def do_version_lint(invocation: Invocation, args: Args) -> results.Shown:
    """Show which calls in scripts would break on a cloud, a release or a range of versions.

    The exit status is 1 where there are errors, and 2 where a file cannot be read. With -f github
    the findings are annotations of a workflow.
    """
    offered = _targets(invocation, args)
    readable, reasons = scripts.read_all(args.file, invocation.environment)
    rows = scripts.findings_in(readable, offered)
    result = _result(invocation, rows)
    failure: errors.Error | None = None
    if reasons:
        failure = scripts.Unreadable(reasons)
    elif findings.has_errors(rows):
        failure = errors.Error(_summary(rows))
    if failure is not None:
        failure.done = result if rows else None
        raise failure
    return result


def _result(invocation: Invocation, rows: Sequence[Finding]) -> results.Shown:
    if invocation.wishes.format == GITHUB:
        lines = [row.as_annotation() for row in rows]
        return results.Text('\n'.join(lines)) if lines else None
    table = results.Table(
        findings.FindingRow,
        [findings.FindingRow(None, {**row.as_mapping()}, loaded=True) for row in rows],
        _COLUMNS,
    )
    text = '\n'.join(scripts.lines_of(rows)) or 'Nothing would break.'
    return results.Views(table, results.Text(text))


def _summary(rows: Sequence[Finding]) -> str:
    broken = [row for row in rows if row.severity == findings.ERROR]
    files = {row.file for row in broken}
    return f'{_counted(len(broken), "error")} in {_counted(len(files), "file")}.'


def _counted(count: int, noun: str) -> str:
    return f'{count} {noun}' if count == 1 else f'{count} {noun}s'


def _targets(invocation: Invocation, args: Args) -> Targets:
    """What the scripts are held against.

    :raises CommandError: two targets are named, or one that is none.
    """
    cloud = invocation.options.get('os_cloud')
    if cloud and (args.release or args.range):
        raise errors.CommandError(
            '--os-cloud names a target as --release and --range do: one only.'
        )
    if args.service is not None and not args.range:
        raise errors.CommandError('--service says whose versions --range names; there is none.')
    if cloud:
        return _Asking(Cloud(invocation.environment, chosen=invocation.settings))
    if args.release:
        return targets.of_release(args.release)
    if args.range:
        return targets.of_range(args.range, args.service or SERVICES[0])
    return targets.newest_release


class _Asking:
    """What a cloud offers, asked once for each service that a script calls."""

    def __init__(self, cloud: Cloud) -> None:
        self._cloud = cloud
        self._targets: dict[str, Target] = {}

    def __call__(self, service: Service) -> Target:
        if service.name not in self._targets:
            with contextlib.closing(self._cloud):
                offered, _ = self._cloud.range(service, is_fresh=True)
                self._cloud.keep()
            self._targets[service.name] = targets.of_cloud(service, offered)
        return self._targets[service.name]
