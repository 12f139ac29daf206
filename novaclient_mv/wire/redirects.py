"""Resolve a redirect's target, and compare its origin."""

from __future__ import annotations

from urllib.parse import SplitResult, urljoin, urlsplit

from novaclient_mv import errors

STATUSES = (301, 302, 303, 307, 308)
MAX_IN_A_ROW = 5

_PORTS = {'http': 80, 'https': 443}


class Elsewhere(errors.CloudError):
    """A redirect to another host, scheme or port, where nothing is sent."""

    retryable = False

    def __init__(self, url: str, target: str) -> None:
        super().__init__(
            f'{url} redirects to {without_secrets(target)}, another host, scheme or port, which is '
            'not followed.',
            url,
        )


def limit(redirect: int | bool | None) -> int:
    """The number of redirects to follow at most, by keystoneauth1's argument of this name."""
    return MAX_IN_A_ROW if redirect in (None, True) else int(redirect or 0)


def target(url: str, location: str) -> str:
    """The URL that a redirect of ``url`` leads to."""
    try:
        followed = urljoin(url, location)
        _origin(urlsplit(followed))
    except ValueError as error:
        raise broken(url, repr(location)) from error
    return followed


def is_same_origin(url: str, other: str) -> bool:
    """Whether two URLs share scheme, host and port."""
    return _origin(urlsplit(url)) == _origin(urlsplit(other))


def broken(url: str, fault: str) -> errors.CloudError:
    """The error for a redirect to something that is not a URL."""
    message = f'{without_secrets(url)} redirects to something that is not a URL: {fault}.'
    return errors.CloudError(message, url=url).update(retryable=False)


def unfollowed(url: str) -> str:
    """The words for a redirect of a request that is sent once, as a write is."""
    return f'{url} answered with a redirect, which is not followed'


def in_a_circle(url: str) -> str:
    """The words for redirects that do not end."""
    return f'{url} redirects in a circle.'


def without_secrets(url: str) -> str:
    """A URL as a message shows it: without a password, and without query, which may hold one."""
    try:
        parts = urlsplit(url)
        return parts._replace(netloc=parts.netloc.rpartition('@')[2], query='').geturl()
    except ValueError:
        return url


def _origin(parts: SplitResult) -> tuple[str, str, int | None]:
    return parts.scheme, (parts.hostname or '').lower(), parts.port or _PORTS.get(parts.scheme)
