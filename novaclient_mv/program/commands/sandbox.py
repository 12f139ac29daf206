"""Commands on the sandbox, the built-in cloud."""

from __future__ import annotations

import contextlib
import os
from argparse import ArgumentTypeError
from collections.abc import Callable

from novaclient_mv import errors, services, versions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.declarations import Args, arg, checked_by, offline
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.types import microversions, numeric
from novaclient_mv.cli.running import document_files, results
from novaclient_mv.cli.showing.output_stream import OutputStream
from novaclient_mv.clouds import builtin, sandbox_states
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.services.service import Service


def _state(text: str) -> str:
    """The path of a state, which must not be empty."""
    if not text:
        raise ArgumentTypeError('the path of a file is empty')
    return text


@offline
@arg(
    '--state',
    metavar='<file>',
    type=_state,
    group='which',
    help='State of a served sandbox, as "sandbox-serve" prints it (default: that of "--os-cloud '
    'sandbox").',
)
@arg('--all', action='store_true', group='which', help='Reset all sandboxes in the state folder.')
def do_sandbox_reset(invocation: Invocation, args: Args) -> results.Shown:
    """Reset the sandbox to its initial state."""
    environment = invocation.environment
    if args.all:
        states = sandbox_states.existing(environment)
        lines = [f'The sandbox state {path} is as new.' for path in states]
    elif args.state is not None:
        states = [sandbox_states.named(environment, args.state)]
        lines = [f'The sandbox state {states[0]} is as new.']
        if not os.path.exists(states[0]):
            raise errors.CommandError(f'Unknown sandbox state {states[0]}.')
    else:
        states = [sandbox_states.in_process(environment)]
        lines = ['The sandbox is as new.']
    builtin.reset(states, is_named=args.state is not None)
    return results.Done(lines, {'reset': True})


def _check_versions(args: Args) -> None:
    """Refuse settings of the served range that contradict each other."""
    if args.no_microversions and args.min is not None:
        raise errors.CommandError('--min cannot be combined with --no-microversions.')
    for option, ends in (('--min', _range_of(args)), ('--baremetal-min', _baremetal_range(args))):
        if ends[0] > ends[1]:
            raise errors.CommandError(
                f'{option} {ends[0]} is above {ends[1]}, the last one served.'
            )


Range = tuple[versions.APIVersion, versions.APIVersion]


def _range_of(args: Args) -> Range:
    """The microversions of Compute that are served."""
    return _range(services.COMPUTE, args.min, args.max, args.release)


def _baremetal_range(args: Args) -> Range:
    """The versions of Bare Metal that are served."""
    return _range(services.BAREMETAL, args.baremetal_min, args.baremetal_max, args.release)


def _range(
    service: Service,
    lowest: versions.APIVersion | None,
    newest: versions.APIVersion | None,
    release: str | None,
) -> Range:
    """A service's range: the given ends, else those of the release, else those of this client."""
    named = None if release is None else service.releases.newest_of(release)
    if newest is None and named is not None:
        newest = versions.APIVersion(named)
    return lowest or service.range.start, newest or service.range.end


def _versions_asked_for(args: Args) -> str | None:
    """The given range of versions, as ``2.1-2.53``; ``None`` without one."""
    if args.no_microversions:
        return 'no-microversions'
    options = (args.min, args.max, args.release, args.baremetal_min, args.baremetal_max)
    if all(value is None for value in options):
        return None
    text = '-'.join(map(str, _range_of(args)))
    if args.baremetal_min is not None or args.baremetal_max is not None:
        text += '-baremetal-' + '-'.join(map(str, _baremetal_range(args)))
    return text


@offline
@arg(
    '--host',
    metavar='<address>',
    default=sandbox_states.HOST,
    help='Address to listen on (default: 127.0.0.1).',
)
@arg(
    '--port',
    type=types.port,
    default=sandbox_states.PORT,
    help='Port to listen on (default: 8774; 0: any free port).',
)
@arg(
    '--min',
    metavar='<version>',
    type=microversions.microversion,
    help='First microversion (default: 2.1).',
)
@arg(
    '--max',
    metavar='<version>',
    type=microversions.microversion,
    group='newest',
    help='Last microversion (default: the newest known).',
)
@arg(
    '--release',
    metavar='<name>',
    type=microversions.release,
    group='newest',
    help='Serve the versions of this OpenStack release, as in pike.',
)
@arg(
    '--no-microversions',
    action='store_true',
    group='newest',
    help='Serve a Nova from before microversions, /v2 only, and an Ironic without versions.',
)
@arg(
    '--baremetal-min',
    metavar='<version>',
    type=microversions.baremetal_version,
    help='First version of Bare Metal (default: 1.1).',
)
@arg(
    '--baremetal-max',
    metavar='<version>',
    type=microversions.baremetal_version,
    help='Last version of Bare Metal (default: that of the release, or the newest known).',
)
@arg(
    '--state',
    metavar='<file>',
    type=_state,
    help='State file, which other sandboxes may share (default: one for each address, port and '
    'range of versions).',
)
@arg(
    '--sync',
    action='store_true',
    help='Write each change to the disk before it is acknowledged, so that it outlives a crash of '
    'the machine.',
)
@arg('--tls', action='store_true', help='Serve HTTPS, with a certificate generated by openssl.')
@arg(
    '--seed',
    metavar='<file>',
    type=document_files.DocumentFile,
    help='YAML or JSON file with the contents of a new sandbox.',
)
@arg(
    '--seed-servers',
    metavar='<number>',
    type=types.positive,
    default=0,
    help='Seed this many additional servers (default: 0).',
)
@arg(
    '--reclaim-instance-interval',
    metavar='<seconds>',
    type=numeric.count,
    default=0,
    help='Seconds for which a deleted server can be restored (default: 0, never).',
)
@arg(
    '--shelved-offload-time',
    metavar='<seconds>',
    type=numeric.whole,
    default=0,
    help='Seconds until a shelved server is offloaded (default: 0, at once; -1: never).',
)
@arg(
    '--policy-file',
    metavar='<file>',
    help="Operator's policy file, whose rules override the defaults of the release.",
)
@arg(
    '--catalog',
    metavar='<shape>',
    choices=sandbox_states.CATALOGS,
    default=sandbox_states.CATALOGS[0],
    yields=True,
    help='Shape of the URLs in the service catalog: '
    f'{", ".join(sandbox_states.CATALOGS)} (default: {sandbox_states.CATALOGS[0]}).',
)
@arg(
    '--record',
    metavar='<file>',
    yields=True,
    help='File that is to hold each exchange, without its secrets, as HAR (HTTP Archive) 1.2; one '
    'that is there is replaced.',
)
@checked_by(_check_versions)
def do_sandbox_serve(invocation: Invocation, args: Args) -> None:
    """Serve the sandbox over HTTP, and show the settings to use it."""
    lowest, newest = _range_of(args)
    baremetal_lowest, baremetal_newest = _baremetal_range(args)
    environment = invocation.environment
    seed = None if args.seed is None else args.seed.read()
    with contextlib.ExitStack() as stack:
        if args.state is not None:
            state = sandbox_states.named(environment, args.state)
        else:
            versions = _versions_asked_for(args)
            own = sandbox_states.served(environment, args.host, args.port, versions)
            state = stack.enter_context(own)
        builtin.serve(
            environment,
            state,
            _announcer(environment, state),
            host=args.host,
            port=args.port,
            is_secure=args.tls,
            record=args.record,
            minimum=str(lowest),
            maximum=str(newest),
            baremetal_minimum=str(baremetal_lowest),
            baremetal_maximum=str(baremetal_newest),
            microversions=not args.no_microversions,
            servers=args.seed_servers,
            reclaim_instance_interval=args.reclaim_instance_interval,
            shelved_offload_time=args.shelved_offload_time,
            seed=seed,
            release=args.release,
            policy_file=args.policy_file,
            catalog=args.catalog,
            sync=args.sync,
            warn=environment.stderr.tell,
        )


def _announcer(environment: Environment, state: str) -> Callable[[dict[str, str], str], None]:
    """Return a function that shows the settings of a served sandbox, and its state file."""
    out = OutputStream(environment)

    def ready(settings: dict[str, str], base_url: str) -> None:
        lines = [f'export OS_{name.upper()}={value}' for name, value in settings.items()]
        lines.append(f'# Sandbox on {base_url}; its state is {state}; Ctrl-C ends it.')
        out.write('\n'.join(lines))
        environment.stdout.flush()

    return ready
