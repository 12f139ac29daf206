"""The version that a request asks a service for in its headers, and the one it is answered in."""

from __future__ import annotations

import re

from novaclient_mv import versions
from novaclient_mv.sandbox.http.wsgi import Fault, Headers, PackageMissing, Request

STANDARD = 'OpenStack-API-Version'

# Python reads no number of more digits.
_SPELLING = re.compile(r'([1-9]\d{0,4299})\.([1-9]\d{0,4299}|0)', re.ASCII)


class Versions:
    """The versions of a service: how a request asks for one, and how an answer tells it."""

    def __init__(
        self, service: str, offered: versions.VersionRange, *legacy: str, default: str | None = None
    ) -> None:
        self.service = service
        self.offered = offered
        self.legacy = legacy
        self.default = default or str(offered.start)

    def negotiate(self, request: Request) -> versions.APIVersion:
        """The version that a request is answered in."""
        text = requested(request, self.service, *self.legacy) or self.default
        if text == versions.LATEST:
            return self.offered.end
        if _SPELLING.fullmatch(text) is None:
            words = f'API Version String {text} is of invalid format.'
            raise Fault(400, f'{words} Must be of format MajorNum.MinorNum.')
        version = versions.APIVersion(text)
        if version not in self.offered:
            bounds = f'Minimum is {self.offered.start} and maximum is {self.offered.end}.'
            words = f'Version {text} is not supported by the API. {bounds}'
            raise Fault(406, words, self.headers_of_406(text))
        return version

    def headers(self, version: versions.APIVersion | str) -> Headers:
        """The headers that tell the version of an answer."""
        names = (STANDARD, *self.legacy)
        texts = (f'{self.service} {version}', *(str(version) for _ in self.legacy))
        return (*zip(names, texts, strict=True), *(('Vary', name) for name in names))

    def headers_of_406(self, text: str) -> Headers:
        """The headers of the refusal of a version."""
        return self.headers(text)


def requested(request: Request, service: str, *legacy: str) -> str | None:
    """The version text that a request asks for, if any; the standard header wins."""
    sent = {name.lower(): request.header(name) for name in (STANDARD, *legacy)}
    headers = {name: value for name, value in sent.items() if value is not None}
    if not headers:
        return None
    try:
        from microversion_parse import get_version
    except ImportError:
        raise PackageMissing('Asking the sandbox for a version') from None
    return get_version(headers, service, legacy)
