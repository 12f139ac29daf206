"""python-novaclient's names for versions of the Compute API, and ours beside them."""

from novaclient_mv.compat.compute_versions import (
    CLIENT_RANGE as CLIENT_RANGE,
    SERVICE_TYPE as SERVICE_TYPE,
    _get_server_version_range as _get_server_version_range,
    _warn_missing_microversion_header as _warn_missing_microversion_header,
    check_headers as check_headers,
    check_major_version as check_major_version,
    check_version as check_version,
    deprecated_after as deprecated_after,
    discover_version as discover_version,
    get_api_version as get_api_version,
    get_available_major_versions as get_available_major_versions,
    is_spoken as is_spoken,
    update_headers as update_headers,
)
from novaclient_mv.services.compute import (
    API_MAX_VERSION as API_MAX_VERSION,
    API_MIN_VERSION as API_MIN_VERSION,
    LEGACY_HEADER_NAME as LEGACY_HEADER_NAME,
    NO_MICROVERSION as NO_MICROVERSION,
    APIVersion as APIVersion,
)
from novaclient_mv.services.service import HEADER_NAME as HEADER_NAME
from novaclient_mv.versions import (
    EVERY_VERSION as EVERY_VERSION,
    LATEST as LATEST,
    REQUIRED as REQUIRED,
    VersionedMethod as VersionedMethod,
    VersionRange as VersionRange,
    bounds as bounds,
    get_substitutions as get_substitutions,
    negotiate as negotiate,
    next_version as next_version,
    parameters as parameters,
    previous_version as previous_version,
    signature_of as signature_of,
    variant_at as variant_at,
    variants_of as variants_of,
    wraps as wraps,
)
