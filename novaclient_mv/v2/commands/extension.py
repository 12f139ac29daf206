"""Commands on extensions of the API."""

from __future__ import annotations

from novaclient_mv import v2
from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource
from novaclient_mv.cli.running import results

_EXTENSION = 'v2.extensions:Extension'
_COLUMNS = ('name', 'alias', 'description', 'updated')


@returns_resource(_EXTENSION, *_COLUMNS)
def do_extension_list(client: v2.Client, args: Args) -> results.Shown:
    """List the API extensions from before microversions."""
    return results.Table(v2.extensions.Extension, client.extensions.list(), _COLUMNS)


@arg('extension', metavar='<alias>', help='Alias, as in os-keypairs.')
@returns_resource(_EXTENSION)
def do_extension_show(client: v2.Client, args: Args) -> results.Shown:
    """Show an extension of the API."""
    return results.Record(client.extensions.get(args.extension))
