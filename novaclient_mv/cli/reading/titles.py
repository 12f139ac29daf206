"""Titles of columns as people write them."""

from __future__ import annotations

import functools
import re

_WORDS = {
    word.upper(): word
    for word in (
        *(
            'BDM',
            'BIOS',
            'CIDR',
            'CPU',
            'CPUs',
            'DHCP',
            'DNS',
            'GB',
            'GiB',
            'HTTP',
            'ID',
            'IDs',
            'IP',
            'IPs',
        ),
        *(
            'IPv4',
            'IPv6',
            'MAC',
            'MB',
            'KB',
            'MiB',
            'MTU',
            'NIC',
            'NICs',
            'NUMA',
            'OS',
            'PXE',
            'RAID',
            'RAM',
            'RXTX',
            'TLS',
        ),
        *(
            'URI',
            'URL',
            'UUID',
            'VCPUs',
            'VLAN',
            'VM',
            'VMs',
            'VPN',
            'v4',
            'v6',
            'of',
            'on',
            'to',
            'with',
        ),
    )
}
"""Words that are spelt in one way only, by the same in capital letters."""


@functools.cache
def for_people(title: str) -> str:
    """A title as people write it: ``Is_Public`` is ``Public``, and ``DEVICE`` is ``Device``."""
    words = title.replace('_', ' ').split()
    if len(words) > 1 and words[0] == 'Is':
        del words[0]
    return ' '.join(map(_spelt, words)) or title


def _spelt(word: str) -> str:
    if word.upper() in _WORDS:
        return _WORDS[word.upper()]
    is_shouted = word.isupper() and len(word) > 2
    return word.capitalize() if is_shouted or re.fullmatch('[a-z]+', word) else word
