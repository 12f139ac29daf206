"""The recorded command lines that this client answers in another way by design, and how."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from functional_tests.contract import replay


class Deviation(NamedTuple):
    """Why a command line does something else than was recorded, and a check of what it does."""

    reason: str
    instead: Callable[[replay.Outcome], None]


def _warns_of_certificates(outcome: replay.Outcome) -> None:
    assert outcome.status == 0
    assert 'OS_TRUSTED_IMAGE_CERTIFICATE_IDS is ignored' in outcome.err
    (write,) = outcome.writes
    assert 'trusted_image_certificates' not in write.text


def _refuses_to_read(outcome: replay.Outcome) -> None:
    assert outcome.status == 1
    assert 'Cannot read /foo/id_rsa' in outcome.err
    assert not outcome.out


def _shows_rows(count: int, *cells: str) -> Callable[[replay.Outcome], None]:
    """The table has so many rows, and these are their first cells."""

    def check(outcome: replay.Outcome) -> None:
        (table,) = outcome.tables
        assert outcome.status == 0
        assert len(table.rows) == count
        assert [row[0] for row in table.rows] == list(cells)

    return check


_ON_HOSTS = re.compile(
    r'reads that were not recorded: \[(compute: (GET /os-hypervisors/detail|'
    r'GET /servers\?all_tenants=1&node=\w+)(; )?)+\]|'
    r"titles: \((.+), 'Name', 'Host'\), recorded \(\4\)"
)
"""Reads and columns of commands on the servers of a host: the exact host, names and hosts."""


def is_meant(command: str, difference: str) -> bool:
    """Whether every line of a command differs so by design."""
    on_hosts = ('host-evacuate', 'host-evacuate-live', 'host-meta', 'host-servers-migrate')
    return command in on_hosts and _ON_HOSTS.fullmatch(difference) is not None


_CERTIFICATES = (
    'OS_TRUSTED_IMAGE_CERTIFICATE_IDS is meant for all command lines; below 2.63 it is no error'
)
_LIMIT = '--limit N is N rows, also of a cloud whose pages are longer than what was asked for'

DEVIATIONS: dict[str, Deviation] = {
    '4388a390360e': Deviation(_CERTIFICATES, _warns_of_certificates),
    '46a4debbd104': Deviation(_CERTIFICATES, _warns_of_certificates),
    'c327eaa9556e': Deviation('a key that cannot be read is an error', _refuses_to_read),
    'c63456694dab': Deviation(_LIMIT, _shows_rows(2, '1', '4')),
    '05c406d30a49': Deviation(_LIMIT, _shows_rows(3, '1234', '5678', '9012')),
}
"""By the key of the recorded line."""
