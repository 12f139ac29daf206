"""Resource classes: the kinds of resources that inventories count."""

from __future__ import annotations

import builtins

from novaclient_mv import resources, versions
from novaclient_mv.resources import field
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer


class ResourceClass(resources.Resource):
    """A kind of resource."""

    id_keys = ('name',)
    name: str = field()
    links: list[dict[str, str]] = field()


class ResourceClassManager(resources.Manager[ResourceClass]):
    """Resource classes of the cloud (administrators)."""

    resource_class = ResourceClass

    @versions.wraps('1.2')
    def list(self) -> builtins.list[ResourceClass]:
        """All resource classes.

        ``GET /resource_classes``
        """
        return self._read_list('GET /resource_classes', 'resource_classes')

    iterate = resources.every_row(list)

    @versions.wraps('1.2')
    def get(self, name: str) -> ResourceClass:
        """The resource class of a name: ``GET /resource_classes/{name}``.

        :raises NotFound: the resource does not exist.
        """
        return self._whole(self.send('GET /resource_classes/{name}', name))

    @versions.wraps('1.2')
    def create(self, name: str) -> ResourceClass:
        """Create a resource class: ``POST /resource_classes``.

        :param name: ``CUSTOM_`` and capital letters, digits and underscores.
        :raises Conflict: there is one of this name.
        """
        answer = self.send('POST /resource_classes', body={'name': name})
        return ResourceClass(self, {'name': name}, resp=answer)

    @versions.wraps('1.2', '1.6')
    def rename(self, resource_class: ResourceClass | str, name: str) -> ResourceClass:
        """Rename a resource class; no version after 1.6 can: ``PUT /resource_classes/{name}``.

        :raises NotFound: the resource does not exist.
        :raises Conflict: there is one of the new name.
        """
        body = {'name': name}
        return self._whole(self.send('PUT /resource_classes/{name}', resource_class, body=body))

    @versions.wraps('1.7')
    def ensure(self, name: str) -> ResourceClass:
        """Create a resource class, unless it is there: ``PUT /resource_classes/{name}``.

        :param name: ``CUSTOM_`` and capital letters, digits and underscores.
        """
        answer = self.send('PUT /resource_classes/{name}', name)
        return ResourceClass(self, {'name': name}, resp=answer)

    @versions.wraps('1.2')
    def delete(self, resource_class: ResourceClass | str) -> resources.TupleWithMeta:
        """Delete a resource class: ``DELETE /resource_classes/{name}``.

        :raises NotFound: the resource does not exist.
        :raises BadRequest: it is a standard one.
        :raises Conflict: an inventory has it.
        """
        return self._done(self.send('DELETE /resource_classes/{name}', resource_class))

    def _whole(self, answer: Answer) -> ResourceClass:
        """The class that an answer consists of."""
        (info,) = answers.objects(answer, [answer.body])
        return ResourceClass(self, info, loaded=True, resp=answer)
