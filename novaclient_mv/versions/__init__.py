"""Versions as values: spelling, order, ranges, functions and parameters picked by version, and the
choice of one that two sides share.

No service's numbers are known here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.versions.absence import bounds, ended
from novaclient_mv.versions.negotiation import common, negotiate
from novaclient_mv.versions.parameters import REQUIRED, parameters
from novaclient_mv.versions.value import (
    COMMON,
    EVERY_VERSION,
    LATEST,
    APIVersion,
    VersionRange,
    next_version,
    previous_version,
    refuse_number,
)
from novaclient_mv.versions.variants import (
    VersionedMethod,
    get_substitutions,
    signature_of,
    variant_at,
    variants_of,
    wraps,
)

if TYPE_CHECKING:
    # mypy takes variants of one name for an overload that is badly made, and shows callers what of
    # it is marked as one; nothing marked is Any.
    from typing import overload as newest
else:
    from novaclient_mv.versions.variants import newest

__all__ = [
    'COMMON',
    'EVERY_VERSION',
    'LATEST',
    'REQUIRED',
    'APIVersion',
    'VersionRange',
    'VersionedMethod',
    'bounds',
    'common',
    'ended',
    'get_substitutions',
    'negotiate',
    'newest',
    'next_version',
    'parameters',
    'previous_version',
    'refuse_number',
    'signature_of',
    'variant_at',
    'variants_of',
    'wraps',
]
