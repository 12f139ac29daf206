"""Calls of Compute, Bare Metal and Placement by programs whose options are unknown here."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from urllib import parse

from novaclient_mv.knowledge.lint.variables import UNKNOWN, Token
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, Service

CLIENTS = {
    'ironic': BAREMETAL,
    'baremetal': BAREMETAL,
    'placement': PLACEMENT,
    'osc-placement': PLACEMENT,
    'supernova': COMPUTE,
}
"""Clients of one service each."""

WEB = ('curl', 'wget', 'http', 'https', 'xh', 'curlie')
"""Programs that send requests."""

_PYTHON = re.compile(r'python(\d(\.\d+)?)?')
_LIBRARIES = (
    (re.compile(r'ironicclient|baremetal'), BAREMETAL),
    (re.compile(r'osc_placement|placement'), PLACEMENT),
    (re.compile(r'novaclient|openstack|keystoneauth1'), COMPUTE),
)

_NOUNS: dict[str, Service] = {
    **dict.fromkeys(
        (
            *('server', 'flavor', 'keypair', 'aggregate', 'hypervisor', 'compute', 'host'),
            *('availability zone', 'console', 'usage', 'limits', 'quota', 'extension'),
            *('project cleanup', 'project purge', 'ip fixed', 'ip floating'),
        ),
        COMPUTE,
    ),
    'baremetal': BAREMETAL,
    **dict.fromkeys(
        (
            *('resource provider', 'resource class', 'resource usage', 'resource member'),
            *('trait', 'allocation candidate'),
        ),
        PLACEMENT,
    ),
}
"""First words of commands of ``openstack`` that call these services."""

_OTHER_NOUNS = ('baremetal introspection', 'baremetal rule')
"""Those of the inspector, a service of its own."""

_VALUED = ('--log-file', '--default-domain')
_HARMLESS = ('--help', '-h', '--version', 'help', 'complete')

_PORTS = {8774: COMPUTE, 6385: BAREMETAL, 8778: PLACEMENT}
_NAMES = (
    (re.compile(r'nova|compute', re.IGNORECASE), COMPUTE),
    (re.compile(r'ironic|baremetal', re.IGNORECASE), BAREMETAL),
    (re.compile(r'placement', re.IGNORECASE), PLACEMENT),
)
_PATHS = (
    (re.compile(r'/v1/(nodes|ports|chassis|drivers|portgroups|allocations)\b'), BAREMETAL),
    (
        re.compile(r'/(resource_providers|allocation_candidates|resource_classes|traits)\b'),
        PLACEMENT,
    ),
    (re.compile(r'/v2\.1(/|$)|/(servers|flavors|os-[a-z][a-z-]*)(/|\?|$)'), COMPUTE),
)
_BODY = re.compile(r'--(data|json|form|upload-file|post-data|post-file|body)\b|-[a-zA-Z]*[dFT]')


def of_openstack(words: Sequence[Token]) -> tuple[Service | None, str]:
    """The service and the command of a call of ``openstack``, if it is one of these."""
    texts = (token.text for token in _operands(words))
    nouns = [*itertools.takewhile(re.compile(r'[a-z][a-z-]*').fullmatch, texts)]
    if not nouns:
        is_asking = any(token.text in _HARMLESS for token in words)
        return (None if is_asking else COMPUTE), ''
    name = ' '.join(nouns)
    if nouns[0] in _HARMLESS or _begins(name, _OTHER_NOUNS):
        return None, name
    noun = next((noun for noun in _NOUNS if _begins(name, (noun,))), None)
    if noun is None:
        return None, name
    return _NOUNS[noun], ' '.join(nouns[: noun.count(' ') + 3])


def _begins(name: str, nouns: Iterable[str]) -> bool:
    """Whether a command begins with one of some nouns."""
    return any(f'{name} '.startswith(f'{noun} ') for noun in nouns)


def _operands(words: Sequence[Token]) -> Iterator[Token]:
    """The words of the command, up to the next option."""
    place, is_begun = 0, False
    while place < len(words):
        text = words[place].text
        if not text.startswith('-'):
            is_begun = True
            yield words[place]
        elif is_begun:
            return
        elif '=' not in text and (text.startswith('--os-') or text in _VALUED):
            place += 1
        place += 1


def of_request(words: Sequence[Token]) -> Service | None:
    """The service that a request is for, by its address."""
    for token in words:
        if (service := _of_address(token)) is not None:
            return service
    return None


def _of_address(token: Token) -> Service | None:
    written = token.source.text
    if written.startswith('-') or not re.search(r'://|^\$|/', written):
        return None
    # Variables of the script say in their names what only a run tells.
    names = ' '.join(re.findall(r'\$\{?(\w+)', written))
    host, path = '', token.text
    port: int | None = None
    with contextlib.suppress(ValueError):
        address = parse.urlsplit(token.text)
        host, port, path = address.hostname or host, address.port, address.path
    if port in _PORTS:
        return _PORTS[port]
    labels = re.split(r'[.-]', host) + path.split('/')[:2]
    for pattern, service in _NAMES:
        if pattern.search(names) or any(pattern.fullmatch(label) for label in labels):
            return service
    is_own = '.' not in host or UNKNOWN in host or host[-1].isdigit()
    return next((service for pattern, service in _PATHS if is_own and pattern.search(path)), None)


def has_body(words: Sequence[Token]) -> bool:
    """Whether a request has a body, whose fields have versions of their own."""
    return any(_BODY.match(token.text) for token in words)


def of_python(program: str, texts: Iterable[str]) -> Service | None:
    """The service that a Python program inside a script calls."""
    if not _PYTHON.fullmatch(program):
        return None
    text = '\n'.join(texts)
    return next((service for pattern, service in _LIBRARIES if pattern.search(text)), None)


def of_variable(written: str) -> tuple[str, Service] | None:
    """The variable that is all of a word, and the service of the program in it, by its name."""
    match = re.fullmatch(r'\$\{?(\w+)(:?-[^}]*)?\}?', written)
    if match is None:
        return None
    patterns = (*_NAMES, (re.compile('openstack', re.IGNORECASE), COMPUTE))
    return next(
        ((match[1], service) for pattern, service in patterns if pattern.search(match[1])), None
    )
