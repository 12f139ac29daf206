"""Versions that scripts name in options, variables and headers of requests."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from novaclient_mv import errors, versions
from novaclient_mv.knowledge.lint.variables import UNKNOWN, Token
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.services.service import HEADER_NAME
from novaclient_mv.versions import APIVersion

_HEADER_OPTION = re.compile(r'-[A-Za-gi-zI-Z#0-9]*H')
"""Short options of curl, the last of which takes a header."""


class Pin(NamedTuple):
    """A version of a service that a script names.

    :param text: as it is written; ``None`` if it is unknown before a run.
    :param origin: what names it.
    :param takes_releases: whether its reader accepts names of releases.
    """

    service: Service
    text: str | None
    origin: str
    offset: int
    takes_releases: bool = False

    @property
    def version(self) -> APIVersion | None:
        """The version; ``None`` for none, the newest one or an unknown one."""
        if not self.text or self.text == versions.LATEST:
            return None
        if self.takes_releases and self.text == versions.COMMON:
            return None
        if self.text == 'None':
            return self.service.unversioned
        named = self.service.named_version if self.takes_releases else self.service.version
        version = named(self.text)
        return None if version.is_latest() else version

    @property
    def is_clear(self) -> bool:
        """Whether it is a known version, spelt right."""
        try:
            return self.text is not None and self.version is not None
        except errors.UnsupportedVersion:
            return False


class NamedVersion(NamedTuple):
    """A version that a run uses where a script names none, and what names it."""

    text: str
    origin: str


NamedVersions = Callable[[Service], NamedVersion | None]
"""Returns the version of a service that runs use where a script names none."""


def none_named(service: Service) -> None:
    """No version is named of any service."""


def options_of(words: Sequence[Token]) -> tuple[list[Pin], list[Token]]:
    """The versions that options of a command line name, and the words without them."""
    pins: list[Pin] = []
    rest: list[Token] = []
    place = 0
    while place < len(words):
        token = words[place]
        flag, sign, value = token.text.partition('=')
        if flag == '--':
            rest += words[place:]
            break
        service = _service_of(flag.replace('_', '-'))
        place += 1
        if service is None:
            rest.append(token)
        elif sign:
            pins.append(Pin(service, _version(value), flag, token.offset))
        elif place < len(words):
            value_token = words[place]
            pins.append(Pin(service, _version(value_token.text), flag, value_token.offset))
            place += 1
    return pins, rest


def _service_of(flag: str) -> Service | None:
    """The service whose version an option names, which may be abbreviated."""
    for service in SERVICES:
        option = service.version_option
        if flag.startswith(option.removesuffix('-api-version')) and option.startswith(flag):
            return service
    return None


def variable(name: str, text: str | None, offset: int) -> Pin | None:
    """The version that a variable names, if it is one of versions."""
    for service in SERVICES:
        if name == service.version_variable:
            return Pin(service, text, name, offset, takes_releases=True)
    return None


def headers_of(words: Sequence[Token]) -> Iterator[Pin]:
    """The versions that headers of a request with curl name."""
    for token, following in itertools.zip_longest(words, words[1:]):
        if token.text.startswith('--header='):
            yield from _named(token.text.partition('=')[2], token.offset)
        elif token.text == '--header' or _HEADER_OPTION.fullmatch(token.text):
            if following is not None:
                yield from _named(following.text, following.offset)
        elif token.text.startswith('-H'):
            yield from _named(token.text[2:], token.offset)


def _named(header: str, offset: int) -> Iterator[Pin]:
    name, _, value = header.partition(':')
    value = value.strip()
    for service in SERVICES:
        if service.legacy_header and name.strip().lower() == service.legacy_header.lower():
            yield Pin(service, _version(value), service.legacy_header, offset)
    if name.strip().lower() != HEADER_NAME.lower():
        return
    for item in value.split(','):
        words = item.split()
        for service in SERVICES:
            if len(words) == 2 and words[0].lower() == service.header_name:
                yield Pin(service, _version(words[1]), HEADER_NAME, offset)


def _version(text: str) -> str | None:
    return None if UNKNOWN in text else text
