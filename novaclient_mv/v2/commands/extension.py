"""Commands on extensions of the API."""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli.reading.declarations import arg, shows
from novaclient_mv.cli.running import results
from novaclient_mv.v2 import extensions

_EXTENSION = 'v2.extensions:Extension'
_COLUMNS = ('name', 'alias', 'description', 'updated')


@shows(_EXTENSION, *_COLUMNS)
def do_extension_list(client: Any, args: Any) -> Any:
    """List the extensions that the API had before microversions."""
    return results.Table(extensions.Extension, client.extensions.list(), _COLUMNS)


@arg('extension', metavar='<alias>', help='Alias, as in os-keypairs.')
@shows(_EXTENSION)
def do_extension_show(client: Any, args: Any) -> Any:
    """Show an extension of the API."""
    return results.Record(client.extensions.get(args.extension))
