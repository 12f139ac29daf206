"""Learns which versions a service serves: by its documents, by refusals, and before a write."""

from __future__ import annotations

from typing import Any

from novaclient_mv import errors, versions
from novaclient_mv.errors import bodies
from novaclient_mv.services import REFUSAL
from novaclient_mv.wire import (
    advertised_versions,
    answer_headers,
    connection_errors,
    documents,
    redirects,
)
from novaclient_mv.wire.advertised_versions import Advertised, AdvertisedVersions
from novaclient_mv.wire.history import History
from novaclient_mv.wire.located import Located
from novaclient_mv.wire.request import Answer, Request
from novaclient_mv.wire.transport import WireAnswer


class VersionDiscovery(Located):
    """The versions of a service, as its connection learns them."""

    api_version: versions.APIVersion
    known_versions: AdvertisedVersions
    history: History

    def send(self, request: Request) -> Answer:
        """Carry out a request."""
        raise NotImplementedError

    def _past_faults(
        self, request: Request, url: str, version: str | None, base: str | None = None
    ) -> WireAnswer:
        raise NotImplementedError

    def server_range(self) -> versions.VersionRange | None:
        """The versions that the endpoint speaks; ``None`` when it has no microversions.

        :raises CloudError: its version document cannot be read.

        ``GET /v2.1/``
        """
        return self.following_moves(self._server_range)

    def _server_range(self) -> versions.VersionRange | None:
        endpoint, base = self.endpoint(), self._base(None)
        if endpoint.is_legacy:
            return None
        if self.service.learned_by == REFUSAL:
            return self.known_versions.learn_advertised(self._ask(endpoint, base))
        try:
            offered = self.describe(endpoint, base).range
        except errors.CloudError as error:
            # Where a version was named, the request itself shows whether the endpoint has moved: a
            # portal in front of documents is to cost no login in each run.
            is_needless = (
                isinstance(error, documents.NoDocument) and self.known_versions.is_version_named
            )
            if not error.may_be_sent and not is_needless:
                self._check_moved(base, None)
            raise
        offered = None if offered is None else offered.bound_like(self.service.range)
        self.known_versions.documented = offered
        return offered

    def _ask(self, endpoint: documents.Endpoint, base: str | None = None) -> Advertised:
        """Return an endpoint's versions, read at the version of the connection, or at our newest
        where it has none.
        """
        url, newest = endpoint.versioned + '/', self.service.range.end
        version = self.api_version if self.service.is_sent(self.api_version) else newest
        try:
            response = self._past_faults(Request('GET ' + url, ''), url, str(version), base)
        except redirects.Elsewhere:
            return None
        answered = answer_headers.answered_version(response.headers, self.service)
        self.known_versions.is_confirmed |= answered == str(version)
        # A page of a portal says nothing of the service behind it.
        is_success = response.status < 300 and documents.is_object(response.body)
        return advertised_versions.advertised_by(response.headers, self.service, is_success)

    def describe(
        self, endpoint: documents.Endpoint, base: str | None = None
    ) -> documents.VersionEntry:
        """Return an endpoint's version entry, from its own document or that of its root.

        :param base: the endpoint of the service catalog, where it may have moved since.
        :raises NoDocument: neither can be read.
        """
        url = endpoint.versioned + '/'
        if self.service.learned_by == REFUSAL:
            return advertised_versions.version_entry(endpoint, self._ask(endpoint, base))
        answers: dict[str, str] = {}
        document = self._document(url, answers, base)
        if isinstance(document, dict) and isinstance(document.get('version'), dict):
            return documents.read_document(document, url)[0]
        root_url = endpoint.root + '/'
        root = document if root_url == url else self._document(root_url, answers)
        if root is None and documents.BROKEN_JSON in answers.values():
            raise errors.CloudError(f'Neither {url} nor {root_url} has a version document.', url)
        if root is None:
            raise documents.NoDocument(url, root_url, answers, self.service)
        entries = documents.read_document(root, root_url)
        entry = documents.entry_for(entries, endpoint)
        if entry is None:
            # The URL of another service may be in its place, where there is no catalog.
            others = ', '.join(other.id for other in entries)
            whose = f' of {root["name"]}' if root.get('name') else ''
            instead = f': it has {others}{whose}' if others else ''
            raise errors.CloudError(
                f'The version document of {root_url} does not mention {endpoint.segment}{instead}.',
                url=root_url,
            )
        return entry

    def _document(self, url: str, answers: dict[str, str], base: str | None = None) -> Any:
        """A version document, asked for without version headers; ``None`` where there is none.

        :param answers: is given what was answered in its place.
        """
        try:
            response = self._past_faults(Request('GET ' + url, ''), url, None, base)
        except redirects.Elsewhere:
            answers[url] = 'a redirect to elsewhere'
            return None
        answers[url] = str(response.status)
        if response.status >= 400:
            return None
        try:
            document = bodies.decode(response.body)
        except ValueError:
            answers[url] = documents.kind_of(response.body)
            return None
        if document is None:
            answers[url] = documents.kind_of(response.body)
        return document

    def range_in_refusal(self, body: object) -> versions.VersionRange | None:
        """The versions that a 406 names, or else the version document; ``None`` where neither does.

        :param body: its body, decoded.
        """
        try:
            offered: Advertised = (self.server_range(),)
        except errors.Error:
            offered = None
        stated = documents.range_in_refusal(body)
        stated = None if stated is None else stated.bound_like(self.service.range)
        if stated is not None and self.api_version not in stated:
            # Of two releases behind one address, the one that tells is not the one that refuses.
            known = self.known_versions
            documented = None if offered is None else offered[0]
            known.is_contradicted = documented is not None and self.api_version in documented
            known.refused = stated.intersect(known.refused or stated)
            offered = (known.refused,)
        return None if offered is None else self.known_versions.learn_advertised(offered)

    def version_for_read(
        self, request: Request, refusal: errors.NotAcceptable
    ) -> versions.APIVersion:
        """The version for a read that another release at the same address refused, where a run
        cannot negotiate again, since it has written.

        :raises NotAcceptable: it can, or its version is a user's choice.
        """
        offered, known = refusal.server_range, self.known_versions
        may_change = self.history.has_written and known.is_chosen and known.is_contradicted
        if request.is_write or not may_change or not isinstance(offered, versions.VersionRange):
            raise refusal
        common = offered.intersect(self.service.range)
        if common.is_empty:
            raise refusal
        return common.end

    def check_before_write(self, version: str | None) -> None:
        """Read before the first write, where no answer has told that the service knows versions:
        one without microversions ignores the version header, and would carry the write out.

        :param version: the one that is sent.
        :raises NoDocument: nobody named a version, and the service does not tell any.
        :raises VersionNotOffered: the service has no microversions.
        """
        known = self.known_versions
        if known.unread is not None and not known.is_version_named:
            raise known.unread.refusing_writes()
        if version is None:
            return
        if self.service.learned_by == REFUSAL:
            known.check_before_write(self.api_version, self.server_range)
            is_sure = known.offered is not None and self.api_version in known.offered
        else:
            is_sure = known.unread is None
        is_sure = is_sure or known.is_confirmed or version == versions.LATEST
        if is_sure or not self.service.first_read:
            return
        read = f'GET {self.service.first_read}'
        try:
            self.send(Request(read, self.service.first_read))
        except errors.NotAcceptable:
            raise
        except errors.ClientException as error:
            headers = {} if error.answer is None else error.answer.headers
            # A refusal in the version that was asked for is about what is read alone.
            known.is_confirmed = answer_headers.answered_version(headers, self.service) == version
            if not known.is_confirmed:
                error.hint = f'Nothing was changed: {read} comes before the first write.'
                raise
        if not known.is_confirmed:
            raise connection_errors.permanent(
                f'Nothing was changed: {read} comes before the first write, and its answer told no '
                'API version.'
            )
