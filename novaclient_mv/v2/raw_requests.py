"""Requests that a caller words themselves, for what has no method of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from novaclient_mv import errors, resources
from novaclient_mv.resources import pages
from novaclient_mv.wire.request import Answer, Request

RefusedError = errors.ClientException | errors.VersionMismatch
_OWN_HEADERS = ('x-auth-token', 'openstack-api-version', 'x-openstack-nova-api-version')


class RawAnswer(resources.Resource):
    """The cloud's answer, an error or not: ``status``, ``headers`` and ``body``."""

    repr_keys = ('status',)
    error: RefusedError | None = None
    """The error that the answer stands for."""

    def check(self, done: object = None) -> None:
        """Raise for an answer that is an error.

        :param done: what is to be shown all the same.
        :raises ClientException: the cloud refused the request.
        :raises VersionMismatch: the answer is in another version.
        """
        if self.error is not None:
            self.error.done = done
            raise self.error


class RawRequestManager(resources.Manager[RawAnswer]):
    """Any request, with the login and the version of the client."""

    resource_class = RawAnswer

    def send_raw(
        self,
        method: str,
        path: str,
        body: resources.Body = None,
        headers: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    ) -> RawAnswer:
        """Send a request; the answer may be an error, see ``RawAnswer.check``.

        The rules of versions hold: headers, check of the answer, the range that comes with a 406.
        A write is sent once only, unless it never left this machine or its token was refused.

        :param method: ``GET``, ``POST``, ...
        :param path: below the endpoint, query included: ``/servers/detail?limit=1``.
        :param body: what is sent as JSON; ``None`` for no body.
        :param headers: further headers; those of token and version are the client's.
        :raises ValueError: the path does not begin with ``/``, or a header is the client's.
        :raises CloudError: no answer, or one that cannot be read.
        """
        return self._raw_answer(*self._sent(method, path, body, headers))

    def send_pages(
        self, path: str, headers: Mapping[str, str] | Iterable[tuple[str, str]] = ()
    ) -> RawAnswer:
        """Get a list whole: its pages, by their links to the next one, in the body of one answer,
        which has the status and the headers of the last; or the first answer that is an error.

        Of a link only the query is used, on the same path.

        :param path: as in :meth:`send_raw`; a ``limit`` in it is the length of a page.
        :raises CloudError: a link that leads nowhere, and what :meth:`send_raw` raises.
        """
        base, _, text = path.partition('?')
        query = parse_qsl(text, keep_blank_values=True)
        bodies: list[Mapping[str, Any]] = []
        passed = [query]
        while True:
            answer, error = self._sent('GET', path, headers=headers)
            if error is not None or not isinstance(answer.body, Mapping):
                return self._raw_answer(answer, error)
            bodies.append(answer.body)
            following = pages.next_query(answer, None)
            if not following:
                return self._raw_answer(
                    answer, body=pages.whole(bodies) if bodies[1:] else answer.body
                )
            if following in passed:
                raise pages.nothing_new(answer)
            passed.append(following)
            names = {name for name, _ in following}
            rest = [(name, value) for name, value in query if name not in names]
            path = f'{base}?{urlencode([*following, *rest])}'

    def _sent(
        self,
        method: str,
        path: str,
        body: resources.Body = None,
        headers: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    ) -> tuple[Answer, RefusedError | None]:
        """Send a request; return its answer, and the error that it stands for."""
        if not path.startswith('/'):
            raise ValueError(f'{path!r} does not begin with "/".')
        sent = tuple(dict(headers).items())
        for name, _ in sent:
            if name.lower() in _OWN_HEADERS:
                raise ValueError(f'The header {name} belongs to the client.')
        request = Request(f'{method.upper()} {path}', path, body=body, headers=sent, is_single=True)
        try:
            return self.client.send(request), None
        except (errors.ClientException, errors.VersionMismatch) as error:
            if error.answer is None:
                raise
            return error.answer, error

    def _raw_answer(
        self, answer: Answer, error: RefusedError | None = None, body: object = None
    ) -> RawAnswer:
        info = {
            'status': answer.status,
            'request_id': answer.request_id,
            'headers': dict(answer.headers),
            'body': answer.body if body is None else body,
        }
        resource = RawAnswer(self, info, loaded=True, resp=answer)
        resource.error = error
        return resource
