"""TLS in front of the HTTP server, with a certificate that the program openssl makes."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import select
import socket
import socketserver
import ssl
import subprocess
import tempfile
import threading
import time
from typing import Any, NamedTuple
from urllib.parse import quote

from novaclient_mv.sandbox import errors

_CONFIGURATION = """\
[req]
prompt = no
distinguished_name = subject
x509_extensions = extensions
[subject]
CN = nova-mv sandbox
[extensions]
subjectKeyIdentifier = hash
basicConstraints = critical, CA:TRUE
keyUsage = critical, digitalSignature, keyCertSign
extendedKeyUsage = serverAuth
subjectAltName = {names}
"""


class NoCertificate(errors.SandboxError):
    """openssl could not generate a certificate."""


class Certificate(NamedTuple):
    """Files of a certificate: itself, for clients, and its key, for the server alone."""

    file: str
    key: str


def certificate(folder: str, host: str) -> Certificate:
    """A self-signed certificate of this computer, renewed each year."""
    # Several servers may run at once, for several hosts: what one uses no other may replace.
    own = os.path.join(folder, f'{quote(host, safe="")}-{time.localtime().tm_year}')
    existing = Certificate(os.path.join(own, 'sandbox.crt'), os.path.join(own, 'sandbox.key'))
    if os.path.isdir(own):
        return existing
    os.makedirs(folder, mode=0o700, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        configuration = os.path.join(work, 'configuration')
        with open(configuration, 'w', encoding='utf-8') as file:
            file.write(_CONFIGURATION.format(names=', '.join(_names(host))))
        files = os.path.join(work, 'files')
        os.mkdir(files, mode=0o700)
        pair = Certificate(os.path.join(files, 'sandbox.crt'), os.path.join(files, 'sandbox.key'))
        _run_openssl(
            *('req', '-x509', '-nodes', '-days', '750', '-config', configuration),
            *('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'),
            *('-out', pair.file, '-keyout', pair.key),
        )
        os.chmod(pair.key, 0o600)
        # Of two that are made at once the first stays: a folder takes no other's place.
        with contextlib.suppress(OSError):
            os.rename(files, own)
    return existing


def _names(host: str) -> list[str]:
    """Return the certificate's names, once each."""
    names = ['DNS:localhost', 'IP:127.0.0.1', 'IP:::1']
    try:
        own = f'IP:{ipaddress.ip_address(host)}'
    except ValueError:
        own = f'DNS:{host}'
    return names if own in names else [*names, own]


def _run_openssl(*words: str) -> None:
    try:
        subprocess.run(('openssl', *words), check=True, capture_output=True, text=True)
    except OSError:
        raise NoCertificate(
            'Serving over TLS needs the program openssl, which makes the certificate; '
            'it is not there.'
        ) from None
    except subprocess.CalledProcessError as error:
        lines = str(error.stderr).strip().splitlines() or ['no reason given']
        raise NoCertificate(f'openssl could not make a certificate: {lines[-1]}') from None


class TLSProxy(socketserver.ThreadingTCPServer):
    """Terminates TLS, and forwards connections to a server on this computer."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], back: tuple[str, int], files: Certificate) -> None:
        self.address_family = socket.AF_INET6 if ':' in address[0] else socket.AF_INET
        self.back = back
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(files.file, files.key)
        super().__init__(address, _Connection)

    @property
    def port(self) -> int:
        """Return the port of the server."""
        return int(self.server_address[1])

    def start(self) -> None:
        """Accept connections, in a thread of its own."""
        # It ends within this wait of being told to.
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that do not speak TLS, or disconnect."""


class _Connection(socketserver.BaseRequestHandler):
    server: TLSProxy

    def handle(self) -> None:
        with (
            self.server.context.wrap_socket(self.request, server_side=True) as secure,
            socket.create_connection(self.server.back) as plain,
        ):
            other = {secure: plain, plain: secure}
            while True:
                # What TLS has decoded already is on no socket.
                ready = [secure] if secure.pending() else select.select(list(other), [], [])[0]
                for source in ready:
                    content = source.recv(65536)
                    if not content:
                        return
                    other[source].sendall(content)
