"""A certificate for the stub cloud, of an authority of its own, and a bundle that trusts it."""

from __future__ import annotations

import pathlib
import shutil
from typing import NamedTuple

from programs import Failed, Program, run

_EXTENSIONS = 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth\n'
_CURVE = ('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes')


class Certificate(NamedTuple):
    """Files: the certificate, its key, its authority, and the usual bundle with that authority."""

    file: str
    key: str
    authority: str
    bundle: str


def usual_bundle(program: Program) -> pathlib.Path:
    """The file of certifi that a program has beside it."""
    python = pathlib.Path(program.command[0]).with_name('python')
    return pathlib.Path(run(python, '-c', 'import certifi; print(certifi.where())').strip())


def certificate(folder: pathlib.Path, bundle: pathlib.Path) -> Certificate:
    """A certificate for 127.0.0.1 of a new authority.

    :param bundle: the authorities that are trusted besides.
    :raises Failed: the program openssl is not there, or failed.
    """
    if shutil.which('openssl') is None:
        raise Failed('The program openssl is needed to measure over TLS.')
    authority, authority_key = folder / 'authority.crt', folder / 'authority.key'
    subject, request, key = ('-subj', '/CN=127.0.0.1'), folder / 'stub.csr', folder / 'stub.key'
    file, extensions, trusted = folder / 'stub.crt', folder / 'extensions', folder / 'bundle.crt'
    run(
        *('openssl', 'req', '-x509', *_CURVE, '-days', '2', '-subj', '/CN=Benchmark authority'),
        *('-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=keyCertSign'),
        *('-out', authority, '-keyout', authority_key),
    )
    run('openssl', 'req', *_CURVE, *subject, '-out', request, '-keyout', key)
    extensions.write_text(_EXTENSIONS, encoding='utf-8')
    run(
        *('openssl', 'x509', '-req', '-days', '2', '-in', request, '-extfile', extensions),
        *('-CA', authority, '-CAkey', authority_key, '-CAcreateserial', '-out', file),
    )
    trusted.write_bytes(bundle.read_bytes() + b'\n' + authority.read_bytes())
    return Certificate(str(file), str(key), str(authority), str(trusted))
