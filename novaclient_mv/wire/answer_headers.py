"""Read headers of an answer: request id, version, Retry-After, Location."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping

from novaclient_mv import errors
from novaclient_mv.services import HEADER_NAME, Service
from novaclient_mv.wire import redirects
from novaclient_mv.wire.transport import WireAnswer

LONGEST_WAIT = 60
"""Seconds that a request is put off at most; a cloud that wants more has refused it."""
_MAX_DIGITS = 12
# The statuses for which RFC 9110 and RFC 6585 give Retry-After this meaning.
_COME_AGAIN = (413, 429, 503)


def request_id(headers: Mapping[str, str]) -> str | None:
    return headers.get('x-openstack-request-id') or headers.get('x-compute-request-id')


def answered_version(headers: Mapping[str, str], service: Service) -> str | None:
    """The version of a service that an answer says it is in."""
    for item in (headers.get(HEADER_NAME) or '').split(','):
        name, _, version = item.strip().partition(' ')
        if name.lower() == service.header_name and version:
            return version.strip()
    return headers.get(service.legacy_header) if service.legacy_header else None


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds after which the cloud wants to be asked again; ``None`` where it tells none."""
    text = (headers.get('retry-after') or '').strip()
    if text.isascii() and text.isdigit():
        return float(text[:_MAX_DIGITS])
    # A date begins with the name of a day.
    return _seconds_until(text, headers.get('date')) if text[:1].isalpha() else None


def pause(headers: Mapping[str, str], default: float) -> float | None:
    """Seconds before another try; ``None`` above :data:`LONGEST_WAIT`."""
    seconds = retry_after(headers)
    if seconds is None:
        return default
    return seconds if seconds <= LONGEST_WAIT else None


def come_again(status: int, headers: Mapping[str, str]) -> str | None:
    """The sentence that says when the cloud wants to be asked again, where it says so."""
    seconds = retry_after(headers) if status in _COME_AGAIN else None
    return f'The cloud asks to try again after {math.ceil(seconds)} seconds.' if seconds else None


def _seconds_until(text: str, sent: str | None) -> float | None:
    """Seconds until a date, by the cloud's clock, or by ours where it does not tell its own."""
    from email import utils

    try:
        then = utils.parsedate_to_datetime(text).timestamp()
        now = utils.parsedate_to_datetime(sent).timestamp() if sent else time.time()
    except (ValueError, OverflowError, TypeError):
        return None
    return max(then - now, 0.0)


def redirect_target(answer: WireAnswer, url: str, is_write: bool = False) -> str | None:
    """Return the target of a redirect within the same scheme, host and port."""
    try:
        return _target_at(answer, url)
    except errors.CloudError as error:
        # Whatever answered has the request, and a write may go nowhere else as well.
        raise error.update(may_be_sent=is_write) from error.__cause__


def _target_at(answer: WireAnswer, url: str) -> str | None:
    if answer.status not in redirects.STATUSES or 'location' not in answer.headers:
        return None
    target = redirects.target(url, answer.headers['location'])
    if not redirects.is_same_origin(url, target):
        raise redirects.Elsewhere(url, target)
    return target
