"""What the headers of an answer say: request id, version, when to try again, where to go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from novaclient_mv import api_versions, connection_errors

if TYPE_CHECKING:
    import requests

LONGEST_WAIT = 60
_REDIRECTS = (301, 302, 303, 307, 308)


def request_id(headers: Mapping[str, str]) -> str | None:
    """The cloud's id of the request."""
    return headers.get('x-openstack-request-id') or headers.get('x-compute-request-id')


def answered_version(headers: Mapping[str, str], header_name: str) -> str | None:
    """The version that an answer says it is in."""
    for item in (headers.get(api_versions.HEADER_NAME) or '').split(','):
        name, _, version = item.strip().partition(' ')
        if name.lower() == header_name and version:
            return version.strip()
    return headers.get(api_versions.LEGACY_HEADER_NAME)


def retry_after(headers: Mapping[str, str], default: float) -> float:
    """Seconds to wait before another try."""
    try:
        asked = int(headers.get('retry-after') or '')
    except ValueError:
        return default
    return min(max(asked, 0), LONGEST_WAIT)


def redirect_target(response: requests.Response, url: str) -> str | None:
    """Where a redirect leads, if that is the same scheme and host.

    :raises CloudError: it leads elsewhere.
    """
    if response.status_code not in _REDIRECTS or 'location' not in response.headers:
        return None
    try:
        target = urljoin(url, response.headers['location'])
        is_elsewhere = urlsplit(target)[:2] != urlsplit(url)[:2]
    except ValueError:
        is_elsewhere = True
    if is_elsewhere:
        raise connection_errors.lasting(
            f'{url} redirects to another host, which is not followed.', url
        )
    return target
