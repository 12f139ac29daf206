"""The services beside ours that names are looked up in: their types, and their URLs in catalogs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from novaclient_mv.values import NamedTuple

VERSION = re.compile(r'v\d+(\.\d+)?', re.ASCII)

_LENGTHS_OF_ID = ([32], [8, 4, 4, 4, 12])


class SupportingService(NamedTuple):
    """A service that Compute builds on.

    :param service_type: its official type in catalogs.
    :param other_types: types that catalogs have in the place of it, the newest API first.
    :param default_version: the version of its API below which operations are named, where the URL
        of the catalog tells none; empty where operations name the version themselves.
    """

    service_type: str
    other_types: tuple[str, ...] = ()
    default_version: str = ''

    def override(self, settings: Mapping[str, Any]) -> str | None:
        """The URL that a cloud file has in place of the catalog's."""
        for service_type in (self.service_type, *self.other_types):
            for suffix in ('endpoint_override', 'endpoint'):
                url = settings.get(f'{service_type.replace("-", "_")}_{suffix}')
                if url:
                    return str(url)
        return None

    def base(self, url: str, project_id: str | None) -> str:
        """The URL that the service's operations are below."""
        root, *segments = re.split(r'(?<![:/])/', url.partition('?')[0].rstrip('/'))
        names_version = not self.default_version
        project, version = [], [self.default_version]
        last = segments[-1] if segments and not names_version else ''
        if last and (last == project_id or is_project_id(last)):
            project = [segments.pop()]
        # A version further to the left belongs to a gateway in front of the service.
        if segments and VERSION.fullmatch(segments[-1]):
            version = [segments.pop()]
        version = [] if names_version else version
        return '/'.join([root, *segments, *version, *project])


def is_project_id(segment: str) -> bool:
    """Whether a part of a path is an id of a project by its form."""
    # No expression: to compile one takes longer than all else that is done with it in a run.
    digits = segment.split('-')
    is_hexadecimal = not ''.join(digits).strip('0123456789abcdefABCDEF')
    return is_hexadecimal and list(map(len, digits)) in _LENGTHS_OF_ID


BLOCK_STORAGE = SupportingService(
    'block-storage', ('volumev3', 'volumev2', 'block-store', 'volume'), 'v3'
)
"""Its paths hold the project where the catalog says so; a Cinder from before Yoga demands that."""

SERVICES = {
    service.service_type: service
    for service in (
        SupportingService('identity'),
        SupportingService('image'),
        SupportingService('network'),
        BLOCK_STORAGE,
    )
}


def of_type(service_type: str) -> SupportingService:
    """The service of a type; one that is not ours names versions in its operations."""
    return SERVICES.get(service_type) or SupportingService(service_type)


def overrides(settings: Mapping[str, Any]) -> dict[str, str]:
    """The URLs that a cloud file has for these services, by their types."""
    urls = {service.service_type: service.override(settings) for service in SERVICES.values()}
    return {service_type: url for service_type, url in urls.items() if url is not None}
