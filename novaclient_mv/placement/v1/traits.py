"""Traits: what providers can do, as names without amounts."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence

from novaclient_mv import resources, versions
from novaclient_mv.resources import field
from novaclient_mv.wire.request import Answer


class Trait(resources.Resource):
    """The name of something that a provider can do."""

    id_keys = ('name',)
    name: str = field()


def of_names(
    manager: resources.Manager[Trait], answer: Answer, names: Iterable[str]
) -> list[Trait]:
    """Traits of the names in an answer."""
    traits = (Trait(manager, {'name': name}, loaded=True, resp=answer) for name in names)
    return resources.ListWithMeta(traits, answer)


class TraitManager(resources.Manager[Trait]):
    """Traits of the cloud (administrators)."""

    resource_class = Trait

    @versions.wraps('1.6')
    def list(
        self,
        names: Sequence[str] | None = None,
        prefix: str | None = None,
        associated: bool | None = None,
    ) -> builtins.list[Trait]:
        """Traits, all of them or those that match.

        :param names: names to look for. ``prefix``: what names start with. One of them can be
            given.
        :param associated: those that some provider has, or that none has.
        :raises TypeError: both names and a prefix.

        ``GET /traits``
        """
        if names and prefix:
            raise TypeError('list() takes names or a prefix, not both')
        name = f'in:{",".join(names)}' if names else None
        if prefix:
            name = f'startswith:{prefix}'
        word = None if associated is None else str(associated).lower()
        answer = self.send('GET /traits', query={'name': name, 'associated': word})
        return of_names(self, answer, resources.member(answer, 'traits', list))

    iterate = resources.every_row(list)

    @versions.wraps('1.6')
    def get(self, name: str) -> Trait:
        """The trait of a name; the service tells only that it is there: ``GET /traits/{name}``.

        :raises NotFound: the resource does not exist.
        """
        answer = self.send('GET /traits/{name}', name)
        return Trait(self, {'name': name}, loaded=True, resp=answer)

    @versions.wraps('1.6')
    def create(self, name: str) -> Trait:
        """Create a trait, unless it exists: ``PUT /traits/{name}``.

        :param name: ``CUSTOM_`` and capital letters, digits and underscores.
        :raises BadRequest: the name is not one of a custom trait.
        """
        answer = self.send('PUT /traits/{name}', name)
        return Trait(self, {'name': name}, loaded=True, resp=answer)

    @versions.wraps('1.6')
    def delete(self, name: Trait | str) -> resources.TupleWithMeta:
        """Delete a trait: ``DELETE /traits/{name}``.

        :raises NotFound: the resource does not exist.
        :raises BadRequest: it is a standard one.
        :raises Conflict: a provider has it.
        """
        return self._done(self.send('DELETE /traits/{name}', name))
