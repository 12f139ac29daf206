"""Words of a request that are looked up as names where the cloud refuses them as ids."""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from novaclient_mv import errors, v2
from novaclient_mv.cli.reading import aliases

if TYPE_CHECKING:
    from novaclient_mv.cli.running.several import Identified

T = TypeVar('T')
Find = Callable[[str], 'Identified']


class Lookup(NamedTuple):
    """A lookup of what has an id or a name.

    :param kind: what it looks for, in words.
    :param takes_ids: whether a word may be an id.
    :param locate: locates the service that is asked, where that is another one than Compute.
    """

    find: Find
    kind: str
    takes_ids: bool = True
    locate: Callable[[], object] | None = None

    def check(self, word: str | None) -> None:
        """Refuse a name that nothing can be asked for."""
        if word and self.locate is not None and not is_uuid(word):
            try:
                self.locate()
            except errors.CloudError as error:
                raise _failed(self, word, error) from error


def send(
    request: Callable[..., T], *named: tuple[str | None, Lookup], called: str = ''
) -> tuple[tuple[str | None, ...], T]:
    """Send a request with ids as they are written, and where the cloud refuses them, with the ids
    of what has these names. A word with the form of an id stays where nothing has it as its name.
    """
    words = tuple(word for word, _ in named)
    if called not in aliases.ALIASES:
        for word, lookup in named:
            lookup.check(word)
    try:
        return words, request(*words)
    except (errors.BadRequest, errors.NotFound) as error:
        refusal = error
    ids: tuple[str | None, ...] = words
    # A name is more likely to be what was refused than a word with the form of an id.
    for has_form_of_id in (False, True):
        found_ids = tuple(
            _id_after(refusal, word, lookup) if word and is_uuid(word) is has_form_of_id else id
            for (word, lookup), id in zip(named, ids, strict=True)
        )
        if found_ids == ids:
            continue
        ids = found_ids
        try:
            return ids, request(*ids)
        except (errors.BadRequest, errors.NotFound) as error:
            refusal = error
    raise refusal


def _id_after(refusal: errors.ClientException, word: str, lookup: Lookup) -> str:
    try:
        return id_of(lookup, word)
    except errors.ResourceNotFound as missing:
        if isinstance(refusal, errors.NotFound):
            refusal.meant = missing.meant
            raise refusal from None
        # The form of the word is not what is wrong.
        raise


def id_of(lookup: Lookup, word: str) -> str:
    """The id of what has a word as its id or name; a word with the form of an id may be one that
    the service does not tell of.
    """
    try:
        resource = resource_or_id(lookup, word)
    except errors.ResourceNotFound:
        if lookup.takes_ids and is_uuid(word):
            return word
        raise
    return resource if isinstance(resource, str) else str(resource.id)


def resource_or_id(lookup: Lookup, word: str) -> Identified | str:
    """The resource that has a word as its id or name; the word itself, where the lookup fails and
    it has the form of an id.
    """
    try:
        return lookup.find(word)
    except (errors.ResourceNotFound, errors.NoUniqueMatch, errors.LoginError):
        raise
    except errors.NotFound as error:
        if error.answer is None:
            missing = errors.ResourceNotFound(error.message)
            missing.meant = error.meant
            raise missing from error
        failure: errors.Error = error
    except errors.Error as error:
        failure = error
    if lookup.takes_ids and is_uuid(word):
        return word
    raise _failed(lookup, word, failure)


def _failed(lookup: Lookup, word: str, error: errors.Error) -> errors.Error:
    """The error of a lookup, which says what was looked up."""
    error.message = f'{lookup.kind} {word!r} cannot be looked up: {error.message}'
    return error


def id_without_lookup(lookup: Lookup, word: str) -> str:
    """A word that is written as services write ids, or the id of what has it as its id or name."""
    return word if is_uuid(word) and '-' in word else id_of(lookup, word)


def is_uuid(word: str) -> bool:
    """Whether a word is written as a UUID, with or without its hyphens."""
    # Help of a command needs no resources.
    from novaclient_mv import resources

    return resources.is_uuid(word)


def _beside(client: v2.Client, find: Find, kind: str, service: str) -> Lookup:
    """A lookup in another service of the cloud."""
    locate = functools.partial(client.client.base_url, service)
    return Lookup(find, kind, locate=locate)


def image(client: v2.Client) -> Lookup:
    """Return the lookup of an image."""
    return _beside(client, client.glance.find_image, 'image', 'image')


def network(client: v2.Client) -> Lookup:
    """Return the lookup of a network."""
    return _beside(client, client.neutron.network, 'network', 'network')


def port(client: v2.Client) -> Lookup:
    """Return the lookup of a port."""
    return _beside(client, client.neutron.port, 'port', 'network')


def volume(client: v2.Client) -> Lookup:
    """Return the lookup of a volume."""
    return _beside(client, client.neutron.volume, 'volume', 'block-storage')


def snapshot(client: v2.Client) -> Lookup:
    """Return the lookup of a snapshot of a volume."""
    return _beside(client, client.neutron.snapshot, 'snapshot', 'block-storage')


def server_group(client: v2.Client) -> Lookup:
    """Return the lookup of a server group."""
    return Lookup(client.server_groups.find_one, 'server group')


def network_by_name(client: v2.Client) -> Lookup:
    """Return the lookup of a network by its name alone."""
    return Lookup(client.neutron.find_network, 'network', takes_ids=False)


@contextlib.contextmanager
def keypair(client: v2.Client, name: str | None) -> Iterator[None]:
    """Send a request with the name of a keypair, in the block; where the cloud refuses it, the
    error can tell which keypair is meant.
    """
    try:
        yield
    except errors.BadRequest as error:
        if name and 'key_name' in error.message:
            from novaclient_mv import resources

            resources.suggesting(error, name, client.keypairs.every)
        raise


def rows_after(marker: str, find: Find, kind: str, read: Callable[..., Iterable[T]]) -> Iterable[T]:
    """The rows of a list after the one that a marker names, by its id or its name."""

    def first_page(id: str | None) -> Iterator[T]:
        rows = iter(read(marker=id))
        return itertools.chain([*itertools.islice(rows, 1)], rows)

    _, rows = send(first_page, (marker, Lookup(find, kind)))
    return rows
