"""Commands on keypairs."""

from __future__ import annotations

import functools

from novaclient_mv import v2, versions
from novaclient_mv.cli.reading import list_filters, types
from novaclient_mv.cli.reading.declarations import (
    Args,
    arg,
    returns_resource,
    set_arguments,
    takes_any_owner,
    within_limit,
    writes,
)
from novaclient_mv.cli.reading.types import owners
from novaclient_mv.cli.running import results
from novaclient_mv.v2.commands.parts import generated_keys, paging
from novaclient_mv.v2.keypairs import FILTERS

_KEYPAIR = 'v2.keypairs:Keypair'

_key_type = arg(
    '--key-type',
    choices=('ssh', 'x509'),
    default='ssh',
    start_version='2.2',
    help='Key type: ssh (default) or x509.',
)
_owner = functools.partial(
    arg,
    '--user',
    metavar='<user-id>',
    type=owners.user,
    start_version='2.10',
    help='Owner, by name or id.',
)


@list_filters.options(FILTERS)
@arg('--marker', start_version='2.35', help='Start after the keypair of this name.')
@paging.limit('2.35')
@returns_resource(_KEYPAIR)
def do_keypair_list(client: v2.Client, args: Args) -> results.Shown:
    """List keypairs."""
    filters = {**list_filters.arguments(args, FILTERS), **within_limit(args, 'marker', 'limit')}
    return results.Table(
        v2.keypairs.Keypair, client.keypairs.iterate(**filters), ('name', 'type', 'fingerprint')
    )


@arg('keypair', help='Name.')
@_owner(rule='os_compute_api:os-keypairs:show')
@returns_resource(_KEYPAIR)
def do_keypair_show(client: v2.Client, args: Args) -> results.Shown:
    """Show a keypair."""
    keypair = client.keypairs.get(args.keypair, **set_arguments(args, user_id='user'))
    properties = keypair.without_links()
    public_key = properties.pop('public_key', '')
    return results.Record(keypair, properties, after=f'Public key: {str(public_key).rstrip()}')


@versions.wraps('2.0', '2.91')
@arg('name', help='Name of the new keypair.')
@arg(
    '--pub-key',
    type=types.TextFile,
    help='File of the public key to import; "-" reads the input. '
    'By default the cloud generates a keypair.',
)
@_key_type
@_owner(rule='os_compute_api:os-keypairs:create')
@takes_any_owner('user')
@returns_resource(_KEYPAIR)
def do_keypair_create(client: v2.Client, args: Args) -> results.Shown:
    """Create a keypair, or import a public key."""
    return _create(client, args)


@versions.wraps('2.92')
@arg('name', help='Name of the new keypair.')
@arg(
    '--pub-key',
    type=types.TextFile,
    required=True,
    help='File of the public key to import; "-" reads the input.',
)
@_key_type
@_owner(rule='os_compute_api:os-keypairs:create')
@takes_any_owner('user')
@returns_resource(_KEYPAIR)
@writes
def do_keypair_create(client: v2.Client, args: Args) -> results.Shown:
    """Import a public key as a keypair."""
    return _create(client, args)


def _create(client: v2.Client, args: Args) -> results.Shown:
    keypair = client.keypairs.create(
        args.name, **set_arguments(args, 'key_type', public_key='pub_key', user_id='user')
    )
    private_key = keypair._info.get('private_key')
    return (
        results.Text(private_key, 'private_key', columns_of=results.Record(keypair))
        if private_key
        else results.Record(keypair, is_quiet=True)
    )


@arg('name', help='Name of the new keypair.')
@arg(
    '--private-key',
    dest='file',
    metavar='<file>',
    help='File for the private key, which only you may read (default: show the key).',
)
@_key_type
@_owner(rule='os_compute_api:os-keypairs:create')
@takes_any_owner('user')
@returns_resource(_KEYPAIR)
@writes
def do_keypair_generate(client: v2.Client, args: Args) -> results.Shown:
    """Generate a keypair with ssh-keygen, and import its public key."""
    keys = generated_keys.generate()

    def create() -> v2.keypairs.Keypair:
        return client.keypairs.create(
            args.name, keys.public_key, **set_arguments(args, 'key_type', user_id='user')
        )

    if args.file is None:
        record = results.Record(create())
        return results.Text(keys.private_key, 'private_key', columns_of=record)
    return results.Record(generated_keys.keep(keys.private_key, args.file, create))


@arg('name', help='Name.')
@_owner(rule='os_compute_api:os-keypairs:delete')
@writes
def do_keypair_delete(client: v2.Client, args: Args) -> None:
    """Delete a keypair."""
    client.keypairs.delete(args.name, **set_arguments(args, user_id='user'))
