"""Words of a request that are looked up as names where the cloud refuses them as ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from novaclient_mv import errors, v2

if TYPE_CHECKING:
    from novaclient_mv.cli.running.several import Identified

T = TypeVar('T')
Find = Callable[[str], 'Identified']


def send(
    request: Callable[..., T], *named: tuple[str | None, Find]
) -> tuple[tuple[str | None, ...], T]:
    """Send a request with ids as they are written, and where the cloud refuses words that are no
    UUIDs, with the ids of what has these names.

    :param named: each word, and what finds its name.
    :returns: the ids that were sent, and the answer.
    :raises NoUniqueMatch: several have a name.
    :raises ResourceNotFound: nothing has a name that was refused as no UUID.
    """
    words = tuple(word for word, _ in named)
    try:
        return words, request(*words)
    except (errors.BadRequest, errors.NotFound) as refusal:
        try:
            ids = tuple(word and id_unless_uuid(find, word) for word, find in named)
        except errors.NoUniqueMatch:
            raise
        except errors.ResourceNotFound:
            if isinstance(refusal, errors.NotFound):
                raise refusal from None
            # The form of the word is not what is wrong.
            raise
        except errors.Error:
            raise refusal from None
        if ids == words:
            raise
        return ids, request(*ids)


def server_group(client: v2.Client) -> Find:
    """Return the lookup of a server group by its name."""
    return lambda name: client.server_groups.find(name=name)


def id_of(find: Find, name: str) -> str:
    """The id of what is found by its name.

    :raises ResourceNotFound: there is none.
    """
    try:
        return str(find(name).id)
    except errors.NotFound as error:
        if error.answer is not None:
            # The network service itself refused the request.
            raise
        raise errors.ResourceNotFound(error.message) from error


def id_unless_uuid(find: Find, word: str) -> str:
    """A word that is a UUID, or the id of what has it as its name.

    :raises ResourceNotFound: there is none.
    """
    # Help of a command needs no resources.
    from novaclient_mv import resources

    return word if resources.is_uuid(word) else id_of(find, word)
