"""Records the small tables of releases: ``python -m unit_tests.versions.release_names``."""

from __future__ import annotations

import json
import pathlib

from novaclient_mv.services import SERVICES, Service
from novaclient_mv.versions import releases


def file_of(service: Service) -> pathlib.Path:
    """The small table of a service's calendar."""
    folder = pathlib.Path(service.releases.file or '').parent
    return folder / releases.NAMES_FILE


def text_of(service: Service) -> str:
    """The table as it is written."""
    return json.dumps(service.releases.names_of_facts()) + '\n'


if __name__ == '__main__':
    for known in SERVICES:
        file_of(known).write_text(text_of(known), encoding='utf-8')
