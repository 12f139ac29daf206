"""The command that pins a cloud to a version."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from novaclient_mv import errors
from novaclient_mv.cli.reading.declarations import Args, above_pins, arg, checked_by, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types.services import service_option
from novaclient_mv.cli.running import results
from novaclient_mv.clouds import requested_versions, selection
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import line_width
from novaclient_mv.clouds.pins import Pins
from novaclient_mv.clouds.requested_versions import Requested
from novaclient_mv.knowledge import lint, option_changes, pin_moves
from novaclient_mv.knowledge.lint import Finding, NamedVersion, targets
from novaclient_mv.knowledge.pin_moves import Move
from novaclient_mv.program.commands.parts import changes, cloud_versions, scripts
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import APIVersion, VersionRange


def _check_options(args: Args) -> None:
    """Refuse to set, check and remove a pin at once, and to force an unnamed version."""
    if args.version is not None and (args.check or args.remove):
        other = '--check' if args.check else '--remove'
        raise errors.CommandError(f'{other} cannot be combined with {args.version}.')
    if args.force and args.version is None:
        raise errors.CommandError('--force needs the version to pin the cloud to.')


@offline
@above_pins
@checked_by(_check_options)
@arg(
    'version',
    nargs='?',
    help='Version or release to pin the cloud to (default: the one used today).',
)
@arg(
    '--check',
    metavar='<file>',
    nargs='+',
    group='what',
    help='Show what moving the pin to the newest version would change for these scripts.',
)
@arg('--remove', action='store_true', group='what', help='Remove the pin.')
@arg(
    '--force', action='store_true', help='Pin without asking whether the cloud serves the version.'
)
@service_option('Service to pin (default: compute).')
def do_version_pin(invocation: Invocation, args: Args) -> results.Shown:
    """Pin a cloud to an API version, the default of later runs."""
    service = args.service or SERVICES[0]
    cloud = requested_versions.pin_name(invocation.settings)
    if cloud is None:
        raise errors.CommandError(selection.NO_CLOUD)
    pins = Pins(invocation.environment)
    if args.check:
        return _check(invocation, args, service, cloud)
    if args.remove:
        pins.remove(cloud, service)
        line = f'{service.name} of cloud {cloud} is not pinned.'
        return _done([line], cloud, service, None, pins)
    warnings = []
    if args.version is None:
        today = invocation.requested_of(service).version
        version = cloud_versions.negotiated(invocation, service, today)
    else:
        version = _named(args.version, service)
        if not args.force:
            warnings = _doubts(invocation, service, Requested(version, args.version, 'version-pin'))
    pins.set(cloud, service, str(version))
    line = f'{service.name} of cloud {cloud} is pinned to {service.releases.with_release(version)}.'
    above = invocation.requested_of(service)
    wins = f'{above.origin} names {above.spelt}, which wins over the pin.'
    lines = [line] if above.is_default else [line, wins]
    return results.Warned(_done(lines, cloud, service, str(version), pins), warnings)


def _done(
    lines: list[str], cloud: str, service: Service, version: str | None, pins: Pins
) -> results.Done:
    form = {'cloud': cloud, 'service': service.name, 'version': version, 'file': pins.file}
    return results.Done(lines, form)


def _named(text: str, service: Service) -> APIVersion:
    """The version that a user names."""
    version = service.unversioned if text == 'None' else service.named_version(text)
    if version.is_latest() or not service.speaks(version):
        spoken = service.range
        raise errors.VersionNotSpoken(
            f'Cannot pin a cloud to {text!r}: this client supports {spoken.start} to {spoken.end}.'
        )
    return version


def _doubts(invocation: Invocation, service: Service, pin: Requested) -> list[str]:
    """Reasons to doubt a version; what is remembered suffices to pin, and never to refuse."""
    with contextlib.closing(Cloud(invocation.environment, settings=invocation.settings)) as cloud:
        try:
            remembered = cloud.remembered_range(service)
            if remembered is not None and _is_served(pin.version, service, remembered[0]):
                return []
            offered, _ = cloud.range(service, is_fresh=True)
            cloud.keep()
        except (errors.CommandError, errors.UnknownRegion):
            raise
        except errors.Error as error:
            return [f'it is unknown whether this cloud serves {pin.version}: {error}']
    try:
        service.negotiate(pin.version, offered)
    except errors.VersionNotOffered as error:
        refusal = pin.refusal(error.needed, offered, service)
        refusal.hint = '"version-pin --force" pins it anyway.'
        raise refusal from error
    return []


def _is_served(version: APIVersion, service: Service, offered: VersionRange | None) -> bool:
    try:
        service.negotiate(version, offered)
    except errors.VersionNotOffered:
        return False
    return True


def _check(invocation: Invocation, args: Args, service: Service, cloud: str) -> results.Shown:
    """Return the changes for scripts if the pin moved to the newest version."""
    pin = requested_versions.pin(invocation.settings, service)
    if pin is None:
        raise errors.CommandError(f'{service.name} of cloud {cloud} is not pinned.')
    start = _named(pin.text, service)
    readable, reasons = scripts.read_all(args.check, invocation.environment)
    if reasons:
        raise scripts.UnreadableScript(reasons)
    end = cloud_versions.negotiated(invocation, service, service.latest)

    def findings_at(version: APIVersion) -> list[Finding]:
        highest = f'{service.range.start}..{max(start, end, service.range.start)}'
        offered = targets.of_range(highest, service)
        text = 'None' if version == service.unversioned else str(version)

        def pinned(requested: Service) -> NamedVersion | None:
            return NamedVersion(text, 'the pin') if requested == service else None

        return scripts.report_on(readable, offered, pinned).findings

    commands = [
        name
        for script in readable
        for name in lint.commands_under_pin(script.text, service, script.name)
    ]
    uses = [use for script in readable for use in option_changes.uses_in(script.text, script.name)]
    move = pin_moves.move(service, start, end, findings_at, commands, uses)
    text = '\n'.join(_text(move, line_width(invocation.environment)))
    view = results.Views(results.Properties(dict(move.as_mapping())), results.Text(text))
    if move.breaks:
        failure = errors.Error('Moving the pin would break these scripts.')
        failure.done = view
        raise failure
    return view


def _text(move: Move, width: int) -> Iterator[str]:
    """Yield the changes of a move for a reader."""
    calendar = move.service.releases
    yield f'From {calendar.with_release(move.start)} to {calendar.with_release(move.end)}:'
    for title, rows in (('breaks', move.breaks), ('mends', move.mends)):
        yield from (f'  {title} {row}' for row in rows)
    if move.options:
        yield from ('', *changes.of_options(move.options))
    if move.changes:
        yield '\n' + changes.by_version(move.changes, move.service, width, has_summaries=False)
    if not (move.breaks or move.mends or move.changes or move.options):
        yield '  nothing changes for these scripts'
