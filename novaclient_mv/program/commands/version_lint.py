"""The command that shows which calls of scripts would break on a cloud."""

from __future__ import annotations

import collections
import contextlib
import functools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import novaclient_mv
from novaclient_mv import errors
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    extra_formats,
    offline,
    returns_resource,
)
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import results
from novaclient_mv.clouds import requested_versions, selection
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.options import GITHUB, SARIF
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.knowledge.lint import (
    Counts,
    Finding,
    NamedVersion,
    NamedVersions,
    Target,
    Targets,
    findings,
    sarif,
    targets,
)
from novaclient_mv.knowledge.lint.pins import none_named
from novaclient_mv.program.commands.parts import scripts
from novaclient_mv.services import SERVICES, Service

_COLUMNS = ('file', 'line', 'column', 'severity', 'code', 'message')


@offline
@extra_formats(github='annotations of a GitHub workflow', sarif='SARIF 2.1.0, for code scanning')
@arg(
    'file',
    nargs='+',
    help='Shell script, or YAML with scripts: a pipeline or an Ansible playbook; "-" reads the '
    'input. Nothing is run.',
)
@arg(
    '--release',
    group='target',
    help='Target release (default: the newest known). To target a cloud, give --os-cloud instead.',
)
@arg(
    '--range',
    metavar='<from>..<to>',
    group='target',
    help='Target range of versions, as in 2.1..2.53.',
)
@service_option('Service of the versions in --range (default: compute).')
@arg(
    '--fail-on',
    metavar='<severity>',
    choices=findings.SEVERITIES,
    default=findings.ERROR,
    help='Fail on findings of this severity and above: error (default), warning or note.',
)
@arg('--strict', action='store_true', help='Fail if a call was not judged.')
@arg(
    '--count',
    action='store_true',
    help='Count the calls of each program, and those not judged, instead of showing findings.',
)
@returns_resource('knowledge.lint.findings:FindingRow', *_COLUMNS)
def do_version_lint(invocation: Invocation, args: Args) -> results.Shown:
    """Show which calls in scripts would break on a cloud, a release or a range of versions.

    What was not judged is a warning. The exit status is 1 where there are errors, with --fail-on
    warning where there are warnings, and with --strict where something was not judged; it is 2
    where a file cannot be read. The comment "# nova-mv: ignore[code]" behind a call, or on a line
    above it, ignores its findings of this code. Of several clouds each has findings of its own.
    """
    if args.count and invocation.output.format == SARIF:
        raise errors.CommandError('--count cannot be combined with the format sarif.')
    clouds = _clouds(invocation, args)
    readable, reasons = scripts.read_all(args.file, invocation.environment)
    judged: list[_Judged] = []
    failures: dict[str, Exception] = {}
    for cloud in clouds:
        try:
            report = scripts.report_on(readable, cloud.targets, cloud.pinned)
        except errors.Error as error:
            if len(clouds) == 1:
                raise
            failures[cloud.label] = error
        else:
            rows = cloud.having([*report.findings, *scripts.not_judged(reasons)])
            ignored = cloud.having(report.ignored)
            counts = Counts.of(report.programs, rows, len(ignored))
            judged.append(_Judged(cloud, rows, counts, ignored))
    failure = _failure(args, judged, reasons, failures, len(clouds))
    if invocation.output.format == SARIF:
        result = _sarif(judged, {**reasons, **failures})
    else:
        result = _result(invocation, judged, args.count)
    if failure is not None:
        is_shown = readable or any(one.rows for one in judged) or invocation.output.format == SARIF
        failure.done = result if is_shown else None
        raise failure
    return result


class _Judged(NamedTuple):
    """The findings for one target."""

    cloud: _Cloud
    rows: list[Finding]
    counts: Counts
    ignored: list[Finding]

    def lines(self) -> Iterator[str]:
        """The findings for a reader, and how much was judged."""
        yield from map(str, self.rows)
        before = f'{self.cloud.label}: ' if self.cloud.label else ''
        is_clean = not self.ignored and not findings.as_severe(self.rows, findings.WARNING)
        if self.counts.calls and is_clean:
            yield f'{before}Nothing would break.'
        yield f'{before}{self.counts}'


def _failure(
    args: Args,
    judged: Sequence[_Judged],
    reasons: scripts.Reasons,
    failures: dict[str, Exception],
    count: int,
) -> errors.Error | None:
    """The error of a run whose exit status is not 0."""
    rows = [row for one in judged for row in one.rows]
    if failures:
        return errors.SomeFailed(failures, count)
    if reasons:
        return scripts.UnreadableScript(reasons)
    if severe := findings.as_severe(rows, args.fail_on):
        return errors.Error(_summary(severe))
    unjudged = sum(one.counts.not_judged for one in judged)
    return errors.Error(f'{unjudged} not judged.') if args.strict and unjudged else None


def _sarif(judged: Sequence[_Judged], failures: dict[str, Exception]) -> results.Shown:
    """The findings as a log."""
    import json

    rows = [row for one in judged for row in one.rows]
    ignored = [row for one in judged for row in one.ignored]
    log = sarif.document(rows, ignored, failures, novaclient_mv.__version__)
    return results.Text(json.dumps(log, indent=2))


def _result(invocation: Invocation, judged: Sequence[_Judged], is_count: bool) -> results.Shown:
    rows = [row for one in judged for row in one.rows]
    if is_count:
        forms: dict[str, dict[str, Any]] = {
            one.cloud.label: dict(one.counts.as_mapping()) for one in judged
        }
        values: dict[str, Any] = forms.get('') or {**forms}
        lines = [line for one in judged for line in list(one.lines())[-1:]]
        return results.Views(results.Properties(values), results.Text('\n'.join(lines)))
    if invocation.output.format == GITHUB:
        annotations = [row.as_annotation() for row in rows]
        return results.Text('\n'.join(annotations)) if annotations else None
    leading = ('cloud',) if any(one.cloud.label for one in judged) else ()
    table = results.Table(
        findings.FindingRow,
        [findings.FindingRow(None, {**row.as_mapping()}, loaded=True) for row in rows],
        (*leading, *_COLUMNS),
    )
    text = '\n'.join(line for one in judged for line in one.lines())
    return results.Views(table, results.Text(text))


def _summary(rows: Sequence[Finding]) -> str:
    counts = collections.Counter(row.severity for row in rows)
    of = [_counted(counts[name], name) for name in findings.SEVERITIES if counts[name]]
    files = {row.file for row in rows}
    clouds = {row.before for row in rows if row.before}
    on = f' on {_counted(len(clouds), "cloud")}' if clouds else ''
    return f'{", ".join(of)} in {_counted(len(files), "file")}{on}.'


def _counted(count: int, noun: str) -> str:
    return f'{count} {noun}' if count == 1 else f'{count} {noun}s'


class _Cloud(NamedTuple):
    """A target of scripts, and the default versions there; with the name of a cloud where there are
    several.
    """

    targets: Targets
    pinned: NamedVersions = none_named
    name: str | None = None
    region: str | None = None
    label: str = ''

    def having(self, rows: Sequence[Finding]) -> list[Finding]:
        """Findings, as those of this cloud."""
        return [row._replace(cloud=self.name, region=self.region) for row in rows]


def _clouds(invocation: Invocation, args: Args) -> list[_Cloud]:
    """The targets of the scripts."""
    cloud = invocation.options.get('os_cloud')
    if cloud and (args.release or args.range):
        raise errors.CommandError(
            '--os-cloud names a target as --release and --range do: one only.'
        )
    if args.service is not None and not args.range:
        raise errors.CommandError('--service requires --range.')
    if cloud:
        return _of_selection(invocation)
    if args.release:
        return [_Cloud(targets.of_release(args.release))]
    if args.range:
        return [_Cloud(targets.of_range(args.range, args.service or SERVICES[0]))]
    return [_Cloud(targets.newest_release)]


def _of_selection(invocation: Invocation) -> list[_Cloud]:
    """The clouds that are named, each with its pins."""
    several = selection.several(invocation.settings)
    run_targets = selection.of_run(invocation.settings).targets
    if any(target.asks_regions for target in run_targets):
        raise errors.CommandError('No cloud file lists the regions: name them.')
    return [
        _Cloud(
            _target_finder(Cloud(invocation.environment, settings=target.settings)),
            functools.partial(_default_version, target.settings),
            *((target.cloud, target.region, target.label) if several is not None else ()),
        )
        for target in run_targets
    ]


def _default_version(settings: Settings, service: Service) -> NamedVersion | None:
    """The version of runs on a cloud by its file and pins, if they name one."""
    requested = requested_versions.requested_by_cloud(settings, service)
    if requested.is_default:
        return None
    text = 'None' if requested.version == service.unversioned else str(requested.version)
    return NamedVersion(text, str(requested.origin))


def _target_finder(cloud: Cloud) -> Targets:
    """Return a function that asks a cloud for the versions of a service, once each."""

    @functools.cache
    def target(service: Service) -> Target:
        with contextlib.closing(cloud):
            offered, _ = cloud.range(service, is_fresh=True)
            cloud.keep()
        return targets.of_cloud(service, offered)

    return target
