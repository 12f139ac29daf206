"""A remembered login, by which a later run needs neither a login nor a library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv.values import NamedTuple
from novaclient_mv.wire.logins import token_facts
from novaclient_mv.wire.logins.access import EndpointFilter
from novaclient_mv.wire.logins.token_facts import TokenFacts


class CachedAccess(NamedTuple):
    """The user of an earlier login, and the endpoints that were used.

    :param headers: those that the auth plugin authenticates with.
    :param endpoints: URLs exactly as a login told them.
    :param authorities: the file of certificates that the session trusted.
    :param token_facts: ``None`` where they are unknown, as in what older programs remembered.
    """

    headers: Mapping[str, str]
    project_id: str | None
    user_id: str | None
    endpoints: Mapping[EndpointFilter, str]
    authorities: str | None
    token_facts: TokenFacts | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the content of its entry in the cache."""
        content = {
            'headers': dict(self.headers),
            'project_id': self.project_id,
            'user_id': self.user_id,
            'endpoints': [[list(names), url] for names, url in self.endpoints.items()],
            'authorities': self.authorities,
        }
        if self.token_facts is not None:
            content['token'] = self.token_facts.as_json()
        return content


def read(content: Any) -> CachedAccess | None:
    """Return what an entry of the cache holds; ``None`` where anything in it was changed."""
    try:
        access = CachedAccess(
            {name: content['headers'][name] for name in content['headers']},
            content['project_id'],
            content['user_id'],
            {EndpointFilter(*names): url for names, url in content['endpoints']},
            content['authorities'],
            token_facts.read(content['token']) if 'token' in content else None,
        )
        # What was written by another program, or another version of this one, has more or less.
        is_ours = access.as_json() == content
    except (AttributeError, LookupError, TypeError, ValueError):
        return None
    return access if is_ours and is_usable(access) else None


def is_usable(access: CachedAccess) -> bool:
    """Whether requests can be made of it."""
    headers = [*access.headers, *access.headers.values()]
    others = (access.project_id, access.user_id, access.authorities)
    return (
        bool(headers)
        and all(_is_visible(text) for text in headers)
        and all(text is None or _is_text(text) for text in others)
        and all(is_endpoint(names, url) for names, url in access.endpoints.items())
    )


def is_endpoint(names: tuple[Any, ...], url: Any) -> bool:
    """Whether an endpoint can be remembered."""
    return (
        all(_is_text(name) for name in names[:2])
        and all(name is None or isinstance(name, str) for name in names[2:])
        and _is_visible(url)
        and ' ' not in url
        and url.startswith(('http://', 'https://'))
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != '' and value.isprintable()


def _is_visible(value: Any) -> bool:
    """Whether a value may be in a header or a URL as it is."""
    return _is_text(value) and value.isascii()
