"""Says what is wrong with a TLS connection, and which option is about it."""

from __future__ import annotations

import ssl
import types
from collections.abc import Sequence

_EXPIRED, _NOT_YET_VALID = 10, 9
_OTHER_NAME, _OTHER_ADDRESS = 62, 64
"""X509_V_ERR_... of OpenSSL, in ``SSLCertVerificationError.verify_code``."""

_NOT_TLS = ('WRONG_VERSION_NUMBER', 'HTTP_REQUEST', 'UNKNOWN_PROTOCOL', 'UNEXPECTED_EOF')
_CLIENT_CERTIFICATE = ('CERTIFICATE_REQUIRED', 'UNKNOWN_CA', 'BAD_CERTIFICATE')
_NOTHING_COMMON = (
    *('PROTOCOL_VERSION', 'UNSUPPORTED_PROTOCOL', 'NO_PROTOCOLS', 'HANDSHAKE_FAILURE'),
    *('NO_CIPHERS', 'NO_SHARED_CIPHER', 'VERSION_TOO_LOW', 'INSUFFICIENT_SECURITY'),
)


_LATER = frozenset({'recv_into', 'recv', 'send', 'sendall'})
"""Methods of a connection whose handshake is over."""


def came_after_handshake(causes: Sequence[BaseException]) -> bool:
    """Whether TLS broke after the handshake, as when a client's certificate is refused late."""
    return not any(phrase in _reason(causes) for phrase in _CLIENT_CERTIFICATE) and any(
        _passes(cause.__traceback__) for cause in causes if isinstance(cause, ssl.SSLError)
    )


def _passes(trace: types.TracebackType | None) -> bool:
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_name in _LATER and code.co_filename == ssl.__file__:
            return True
        trace = trace.tb_next
    return False


def explained(url: str, causes: Sequence[BaseException]) -> str:
    """One sentence on a failed TLS connection, and what to do."""
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return _about_certificate(url, cause)
    reason = _reason(causes)
    if any(phrase in reason for phrase in _NOT_TLS):
        return f'{url} does not answer in TLS: is its URL one of http:// instead?'
    if any(phrase in reason for phrase in _CLIENT_CERTIFICATE):
        return (
            f'{url} refused the client certificate, or the lack of one: see --os-cert and --os-key.'
        )
    if any(phrase in reason for phrase in _NOTHING_COMMON):
        return (
            f'{url} and this computer have no TLS version or cipher in common: '
            'see --tls-min-version and --tls-ciphers.'
        )
    words = reason.replace('_', ' ').lower() or 'no reason given'
    return f'The TLS connection to {url} failed: {words}; see --os-cacert, --os-cert and --os-key.'


def _about_certificate(url: str, error: ssl.SSLCertVerificationError) -> str:
    reason = (error.verify_message or 'no reason given').rstrip('.')
    if error.verify_code in (_OTHER_NAME, _OTHER_ADDRESS):
        return (
            f'The certificate of {url} is for another name ({reason}): use a URL with its name, or '
            '--insecure to do without the check.'
        )
    if error.verify_code in (_EXPIRED, _NOT_YET_VALID):
        return (
            f'The certificate of {url} is out of date ({reason}): check the clock, or give '
            '--insecure to do without the check.'
        )
    return (
        f'The certificate of {url} cannot be verified ({reason}): give the file of its authority '
        'with --os-cacert (OS_CACERT), or --insecure to do without the check.'
    )


def _reason(causes: Sequence[BaseException]) -> str:
    """OpenSSL's name of the failure, as in ``WRONG_VERSION_NUMBER``."""
    for cause in causes:
        if isinstance(cause, ssl.SSLError) and isinstance(cause.reason, str):
            return cause.reason
    ends = [cause for cause in causes if isinstance(cause, ssl.SSLError | OSError)]
    return str(ends[-1].strerror or '') if ends else ''
