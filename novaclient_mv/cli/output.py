"""Results for commands of other packages: a face of the rooms of the shell."""

from __future__ import annotations

from novaclient_mv import deprecation
from novaclient_mv.cli.reading.columns import check_columns, find_field, resource_class
from novaclient_mv.cli.running.mappings import as_mapping
from novaclient_mv.cli.running.results import (
    Document,
    Done,
    Properties,
    Record,
    Rows,
    Shown,
    Started,
    Table,
    Text,
    Tree,
    Views,
    one_row,
)
from novaclient_mv.cli.showing.result_writer import ResultWriter
from novaclient_mv.clouds.escapes import safe, to_json

__all__ = [
    'Document',
    'Done',
    'Properties',
    'Record',
    'ResultWriter',
    'Rows',
    'Shown',
    'Started',
    'Table',
    'Text',
    'Tree',
    'Views',
    'as_mapping',
    'check_columns',
    'find_field',
    'one_row',
    'resource_class',
    'safe',
    'to_json',
]

__getattr__ = deprecation.names(
    __name__, {'Renderer': 'novaclient_mv.cli.showing.result_writer.ResultWriter'}
)
