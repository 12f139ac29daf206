"""The command that moves inventories and allocations between resource providers."""

from __future__ import annotations

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading.declarations import Args, arg, success_message, writes
from novaclient_mv.cli.running import document_files
from novaclient_mv.placement.v1.client import Client


@versions.wraps('1.30')
@arg(
    'file',
    type=document_files.DocumentFile,
    help='YAML or JSON file with inventories and allocations, in the form of the API; "-" reads '
    'the input.',
)
@success_message('Moved the inventories and allocations in the file.')
@writes
def do_reshape(client: Client, args: Args) -> None:
    """Move inventories and allocations between resource providers atomically (services)."""
    document = args.file.read()
    if set(document) != {'inventories', 'allocations'}:
        raise errors.CommandError('The file must have inventories and allocations, nothing else.')
    client.reshaper.reshape(document['inventories'], document['allocations'])
