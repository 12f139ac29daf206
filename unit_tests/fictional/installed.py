"""Installs entry points of a package that exists in a test only."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping

FICTIONAL = {
    'orchestra': 'unit_tests.fictional.orchestra:ORCHESTRA',
    'depot': 'unit_tests.fictional.depot:DEPOT',
}


def install(
    folder: pathlib.Path, services: Mapping[str, str], commands: Mapping[str, str] | None = None
) -> pathlib.Path:
    """Write a distribution with entry points into a folder, which then belongs on the path."""
    info = folder / 'fictional_services-1.0.dist-info'
    info.mkdir(parents=True)
    (info / 'METADATA').write_text(
        'Metadata-Version: 2.1\nName: fictional-services\nVersion: 1.0\n'
    )
    (info / 'RECORD').write_text('')
    groups = {'novaclient_mv.services': services, 'novaclient_mv.commands': commands or {}}
    lines = []
    for group, points in groups.items():
        lines += [f'[{group}]', *(f'{name} = {place}' for name, place in points.items())]
    (info / 'entry_points.txt').write_text('\n'.join(lines) + '\n')
    return folder
