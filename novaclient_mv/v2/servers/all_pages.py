"""All servers in one list, as python-novaclient asks for them with ``limit=-1``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from novaclient_mv import errors, resources


def until_empty(
    list_page: Callable[[str | None], Sequence[Any]], marker: str | None
) -> resources.ListWithMeta:
    """The servers of all pages, until one is empty.

    Links to the next page are not needed, and one more request is made than with them: programs
    meet clouds without such links in their own tests, and count requests there.

    :param list_page: asks for the servers behind one.
    :param marker: id of the server before the first.
    :raises CloudError: a page that brings nothing new.
    """
    servers = resources.ListWithMeta((), None)
    ids: set[str | None] = set()
    while True:
        page = list_page(marker)
        servers.append_request_ids([page])
        if not page:
            return servers
        fresh = [server for server in page if server._info.get('id') not in ids]
        if not fresh:
            raise errors.CloudError(
                f'The servers behind {marker} are those before it; the list cannot be completed.'
            )
        servers += fresh
        ids.update(server._info.get('id') for server in fresh)
        marker = page[-1]._info.get('id')
