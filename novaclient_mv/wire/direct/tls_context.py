"""Makes the TLS settings of connections, as urllib3 makes those of a session."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from novaclient_mv.wire.direct import NeedsSession

if TYPE_CHECKING:
    import ssl

Certificate = tuple[str, str] | str | None
"""Files of a client's certificate and of its key, or one file of both."""

_BUNDLES = ('REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE')
"""Variables that requests takes for the authorities, where no option or cloud file names any."""

_KEY_LOG = 'SSLKEYLOGFILE'


def new_context(
    verify: bool | str, cert: Certificate, authorities: str | None, variables: Mapping[str, str]
) -> ssl.SSLContext:
    """The settings of TLS of a run; ``NeedsSession`` where OpenSSL refuses a file."""
    import ssl

    if variables.get(_KEY_LOG):
        raise NeedsSession('Keys are to be logged.')
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_COMPRESSION | ssl.OP_NO_TICKET
    if sys.version_info >= (3, 13):
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | ssl.VERIFY_X509_STRICT
    context.post_handshake_auth = True
    context.hostname_checks_common_name = False
    context.set_alpn_protocols(['http/1.1'])
    try:
        if verify is False:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        else:
            _trust(context, _trusted(verify, authorities, variables))
        if cert:
            _identify(context, cert)
    except OSError as error:
        # Also ssl.SSLError: a file without certificates, or of another key.
        raise NeedsSession('A file of a certificate cannot be used.') from error
    return context


def _trusted(verify: bool | str, authorities: str | None, variables: Mapping[str, str]) -> str:
    """The file or folder of the authorities."""
    if isinstance(verify, str):
        return verify
    named = bundle(variables) or authorities
    if named is None:
        raise NeedsSession('No authorities are known.')
    return named


def bundle(variables: Mapping[str, str]) -> str | None:
    """The file or folder of the authorities that a variable names, if one does."""
    return next(filter(None, map(variables.get, _BUNDLES)), None)


def _trust(context: ssl.SSLContext, path: str) -> None:
    is_folder = os.path.isdir(path)
    context.load_verify_locations(
        cafile=None if is_folder else path, capath=path if is_folder else None
    )


def _identify(context: ssl.SSLContext, cert: Certificate) -> None:
    def ask() -> str:
        raise NeedsSession('The key of the certificate has a passphrase.')

    file, key = cert if isinstance(cert, tuple) else (cert, None)
    assert file is not None
    context.load_cert_chain(file, key, password=ask)
