"""Commands on the sandbox, the cloud that is built in."""

from __future__ import annotations

from typing import Any

from novaclient_mv import exceptions, services, versions
from novaclient_mv.cli import (
    builtin_cloud,
    document_files,
    numeric_types,
    output,
    types,
    version_types,
)
from novaclient_mv.cli.arguments import arg, checked_by, offline


@offline
def do_sandbox_reset(run: Any, args: Any) -> Any:
    """Throw the sandbox's state away; the next command finds it as new."""
    builtin_cloud.open_sandbox().reset(builtin_cloud.state_file(run.environment))
    return output.Done(['The sandbox is as new.'], {'reset': True})


def _check_versions(args: Any) -> None:
    """Refuse settings of the served range that contradict each other."""
    if args.no_microversions and args.min is not None:
        raise exceptions.CommandError('--min and --no-microversions exclude each other.')
    lowest, highest = _range_of(args)
    if lowest > highest:
        raise exceptions.CommandError(f'--min {lowest} is above {highest}, the last one served.')


def _range_of(args: Any) -> tuple[versions.APIVersion, versions.APIVersion]:
    spoken = services.COMPUTE.range
    lowest = args.min or spoken.start
    newest = args.max or args.release or spoken.end
    return lowest, newest


@offline
@arg('--host', metavar='<address>', default='127.0.0.1', help='Address to listen on (127.0.0.1).')
@arg(
    '--port',
    metavar='<port>',
    type=types.port,
    default=8774,
    help='Port to listen on (8774); 0 for any.',
)
@arg(
    '--min', metavar='<version>', type=version_types.microversion, help='First microversion (2.1).'
)
@arg(
    '--max',
    metavar='<version>',
    type=version_types.microversion,
    group='newest',
    help='Last microversion; the newest of this program without it.',
)
@arg(
    '--release',
    metavar='<name>',
    type=version_types.release,
    group='newest',
    help='Serve what this OpenStack release did, as in pike.',
)
@arg(
    '--no-microversions',
    action='store_true',
    group='newest',
    help='Be a Nova from before microversions: /v2 only.',
)
@arg('--tls', action='store_true', help='Serve HTTPS, with a certificate that openssl makes.')
@arg(
    '--seed',
    metavar='<file>',
    type=document_files.DocumentFile,
    help='YAML or JSON that says what a new sandbox is to contain.',
)
@arg(
    '--seed-servers',
    metavar='<number>',
    type=types.positive,
    default=0,
    help='Have this many servers more than the usual few.',
)
@arg(
    '--reclaim-instance-interval',
    metavar='<seconds>',
    type=numeric_types.count,
    default=0,
    help='For how long a deleted server can be restored (0: not at all).',
)
@arg(
    '--shelved-offload-time',
    metavar='<seconds>',
    type=numeric_types.whole,
    default=0,
    help='When a shelved server is taken off its host (0: at once, -1: never).',
)
@checked_by(_check_versions)
def do_sandbox_serve(run: Any, args: Any) -> Any:
    """Serve the sandbox over HTTP, and show the settings to use it."""
    lowest, newest = _range_of(args)
    renderer = output.Renderer(run.environment)

    def ready(settings: dict[str, str], base_url: str) -> None:
        lines = [f'export OS_{name.upper()}={value}' for name, value in settings.items()]
        renderer.write('\n'.join([*lines, f'# Sandbox on {base_url}; Ctrl-C ends it.']))
        run.environment.stdout.flush()

    builtin_cloud.serve(
        run.environment,
        ready,
        host=args.host,
        port=args.port,
        is_secure=args.tls,
        minimum=str(lowest),
        maximum=str(newest),
        microversions=not args.no_microversions,
        servers=args.seed_servers,
        reclaim_instance_interval=args.reclaim_instance_interval,
        shelved_offload_time=args.shelved_offload_time,
        seed=None if args.seed is None else args.seed.read(),
    )
