"""Requests that a caller words themselves, for what has no method of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from novaclient_mv import errors, resources
from novaclient_mv.wire.request import Answer, Request

_OWN_HEADERS = ('x-auth-token', 'openstack-api-version', 'x-openstack-nova-api-version')


class RawAnswer(resources.Resource):
    """The cloud's answer, an error or not: ``status``, ``headers`` and ``body``."""

    repr_keys = ('status',)
    error: errors.ClientException | errors.VersionMismatch | None = None
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
        """Send a request; the answer may be an error, see :meth:`RawAnswer.check`.

        The rules of versions hold: headers, check of the answer, the range that comes with a 406.
        A write is sent once only, unless it never left this machine or its token was refused.

        :param method: ``GET``, ``POST``, ...
        :param path: below the endpoint, query included: ``/servers/detail?limit=1``.
        :param body: what is sent as JSON; ``None`` for no body.
        :param headers: further headers; those of token and version are the client's.
        :raises ValueError: the path does not begin with ``/``, or a header is the client's.
        :raises CloudError: no answer, or one that cannot be read.
        """
        if not path.startswith('/'):
            raise ValueError(f'{path!r} does not begin with "/".')
        sent = tuple(dict(headers).items())
        for name, _ in sent:
            if name.lower() in _OWN_HEADERS:
                raise ValueError(f'The header {name} belongs to the client.')
        request = Request(f'{method.upper()} {path}', path, body=body, headers=sent, is_single=True)
        try:
            return self._answer(self.client.send(request))
        except (errors.ClientException, errors.VersionMismatch) as error:
            if error.answer is None:
                raise
            refusal = self._answer(error.answer)
            refusal.error = error
            return refusal

    def _answer(self, answer: Answer) -> RawAnswer:
        info = {
            'status': answer.status,
            'request_id': answer.request_id,
            'headers': dict(answer.headers),
            'body': answer.body,
        }
        return RawAnswer(self, info, loaded=True, resp=answer)
