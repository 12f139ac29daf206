"""Methods of a node's driver beyond the API: vendor passthru."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args

from novaclient_mv import resources
from novaclient_mv.baremetal.v1.nodes import sections
from novaclient_mv.resources import Field

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1.nodes import Node

HttpMethod = Literal['POST', 'PUT', 'GET', 'DELETE', 'PATCH']
HTTP_METHODS: dict[str, HttpMethod] = {name: name for name in get_args(HttpMethod)}


def _joined(method: Mapping[str, Any]) -> object:
    names = method.get('http_methods')
    return ', '.join(names) if isinstance(names, list) else names


class VendorMethod(resources.Resource):
    """A method of a driver beyond the API."""

    id_keys = ('name',)
    fields = (
        Field('name'),
        Field('http_methods', 'Supported HTTP Methods', _joined, uses=('http_methods',)),
        Field('async', type='bool'),
        Field('description'),
        Field('attach', 'Response Is Attachment', type='bool'),
    )


def methods_by_name(
    manager: object, methods: Mapping[str, Mapping[str, Any]]
) -> list[VendorMethod]:
    """Return the methods in the answers of drivers and nodes, by name."""
    return [
        VendorMethod(manager, {'name': name, **method}, loaded=True)
        for name, method in sorted(methods.items())
    ]


class NodeVendor(sections.NodeSection[resources.R]):
    """Vendor passthru of a node."""

    def get_vendor_passthru_methods(self, node: Node | str) -> resources.DictWithMeta:
        """The methods that the driver of a node offers, by name.

        ``GET /nodes/{id}/vendor_passthru/methods``
        """
        return self._object('GET /nodes/{id}/vendor_passthru/methods', node)

    def vendor_passthru(
        self,
        node: Node | str,
        method: str,
        args: Mapping[str, Any] | None = None,
        http_method: HttpMethod = 'POST',
    ) -> Any:  # noqa: ANN401 - what the driver answers
        """Call a method of a node's driver; what it answers.

        :param args: arguments of the method.
        :param http_method: one that the method takes.
        :raises ValueError: unknown HTTP method.

        ``POST /nodes/{id}/vendor_passthru``, ``PUT``, ``GET``, ``DELETE`` or ``PATCH``
        """
        verb = HTTP_METHODS.get(http_method.upper())
        if verb is None:
            raise ValueError(f'{http_method!r} is not one of {", ".join(HTTP_METHODS)}.')
        operation = f'{verb} /nodes/{{id}}/vendor_passthru'
        query: dict[str, Any] = {'method': method}
        if verb in ('GET', 'DELETE'):
            return self.send(operation, node, query={**(args or {}), **query}).body
        return self.send(operation, node, query=query, body=dict(args or {})).body
