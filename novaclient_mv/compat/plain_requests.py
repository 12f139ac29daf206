"""Requests of managers by URL and body: python-novaclient's methods for extensions and subclasses.

Our own managers name an operation of the API instead, see
:class:`novaclient_mv.resources.manager.Manager`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from novaclient_mv import errors
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer, Request

ResourceClass = Callable[..., Any]
"""A class of resources; they stand above this module."""


class PlainRequests:
    """Sends a request by URL and body, and makes resources of the answer.

    :meth:`_list`, :meth:`_get`, :meth:`_create`, :meth:`_update` and :meth:`_delete` take and give
    what python-novaclient's do. A ``url`` is below the endpoint, as ``/os-keypairs``.
    """

    resource_class: Any
    carry_out: Callable[[Request], Answer]
    convert_into_with_meta: Callable[[Any, object], Any]
    run_hooks: Callable[..., None]

    def _list(
        self,
        url: str,
        response_key: str,
        obj_class: ResourceClass | None = None,
        body: Any = None,
        filters: Mapping[str, Any] | None = None,
    ) -> Any:
        """The resources of a list."""
        answer = self._answer_to('GET' if body is None else 'POST', _filtered(url, filters), body)
        rows = answers.member(answer, response_key, object)
        if isinstance(rows, Mapping):
            # Old services wrap a list twice.
            rows = rows.get('values', rows)
        if not isinstance(rows, list):
            raise answers.unexpected(answer, f"'{response_key}'")
        every = [self._resource_of(obj_class, row, None) for row in answers.objects(answer, rows)]
        return self.convert_into_with_meta(every, answer)

    def _get(
        self, url: str, response_key: str | None, filters: Mapping[str, Any] | None = None
    ) -> Any:
        """The resource of an answer."""
        answer = self._answer_to('GET', _filtered(url, filters))
        return self._resource_of(None, answers.member(answer, response_key, dict), answer)

    def _create(
        self,
        url: str,
        body: Any,
        response_key: str,
        return_raw: bool = False,
        obj_class: ResourceClass | None = None,
        **kwargs: Any,
    ) -> Any:
        """The resource that ``POST`` made."""
        self.run_hooks('modify_body_for_create', body, **kwargs)
        answer = self._answer_to('POST', url, body)
        if return_raw:
            value = answers.member(answer, response_key, object)
            return self.convert_into_with_meta(value, answer)
        info = answers.member(answer, response_key, dict)
        return self._resource_of(obj_class, info, answer, loaded=False)

    def _update(self, url: str, body: Any, response_key: str | None = None, **kwargs: Any) -> Any:
        """The resource that ``PUT`` changed; an empty text where nothing is answered."""
        self.run_hooks('modify_body_for_update', body, **kwargs)
        answer = self._answer_to('PUT', url, body)
        if not answer.body:
            return self.convert_into_with_meta('', answer)
        info = answers.member(answer, response_key, dict)
        return self._resource_of(None, info, answer, loaded=False)

    def _delete(self, url: str) -> Any:
        """Nothing, with the request ids of ``DELETE``."""
        return self.convert_into_with_meta(None, self._answer_to('DELETE', url))

    def _answer_to(self, method: str, url: str, body: Any = None) -> Answer:
        if '://' not in url:
            url = f'/{url.lstrip("/")}'
        return self.carry_out(Request(f'{method} {url}', url, (), body))

    def _resource_of(
        self,
        obj_class: ResourceClass | None,
        info: Mapping[str, Any],
        answer: Answer | None,
        loaded: bool = True,
    ) -> Any:
        make: ResourceClass | None = obj_class or self.resource_class
        if make is None:
            raise errors.CommandError(f'{type(self).__name__} has no resource_class.')
        return make(self, info, loaded=loaded, resp=answer)


def _filtered(url: str, filters: Mapping[str, Any] | None) -> str:
    if not filters:
        return url
    from novaclient_mv.compat import query_strings

    return query_strings.get_url_with_filter(url, filters)
