"""Read headers of an answer: request id, version, Retry-After, Location."""

from __future__ import annotations

from collections.abc import Mapping

from novaclient_mv.services import HEADER_NAME, Service
from novaclient_mv.wire import connection_errors, redirects
from novaclient_mv.wire.transport import WireAnswer

LONGEST_WAIT = 60


def request_id(headers: Mapping[str, str]) -> str | None:
    """The cloud's id of the request."""
    return headers.get('x-openstack-request-id') or headers.get('x-compute-request-id')


def answered_version(headers: Mapping[str, str], service: Service) -> str | None:
    """The version of a service that an answer says it is in."""
    for item in (headers.get(HEADER_NAME) or '').split(','):
        name, _, version = item.strip().partition(' ')
        if name.lower() == service.header_name and version:
            return version.strip()
    return headers.get(service.legacy_header) if service.legacy_header else None


def retry_after(headers: Mapping[str, str], default: float) -> float:
    """Seconds to wait before another try."""
    try:
        seconds = int(headers.get('retry-after') or '')
    except ValueError:
        return default
    return min(max(seconds, 0), LONGEST_WAIT)


def redirect_target(answer: WireAnswer, url: str) -> str | None:
    """Return the target of a redirect within the same scheme, host and port.

    :raises CloudError: it leads elsewhere, or to something that is not a URL.
    """
    if answer.status not in redirects.STATUSES or 'location' not in answer.headers:
        return None
    target = redirects.target(url, answer.headers['location'])
    if not redirects.is_same_origin(url, target):
        raise connection_errors.permanent(
            f'{url} redirects to {redirects.without_secrets(target)}, another host, scheme or '
            'port, which is not followed.',
            url,
        )
    return target
