"""Generates keypairs with the program ssh-keygen, and keeps private keys in files."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from novaclient_mv import errors

T = TypeVar('T')


class GeneratedKeys(NamedTuple):
    """The texts of a private key and of its public key."""

    private_key: str
    public_key: str


def generate() -> GeneratedKeys:
    """Generate an Ed25519 key without a passphrase."""
    import pathlib
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, 'key')
        words = ['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', str(file)]
        try:
            done = subprocess.run(words, capture_output=True, text=True, errors='replace')
        except OSError as error:
            raise errors.Error(f'Cannot run ssh-keygen: {error.strerror}.') from error
        if done.returncode:
            message = ' '.join((done.stderr or done.stdout).split())
            raise errors.Error(f'ssh-keygen ended with status {done.returncode}: {message}')
        public_key = file.with_suffix('.pub').read_text()
        return GeneratedKeys(file.read_text(), public_key.strip())


def keep(private_key: str, path: str, send: Callable[[], T]) -> T:
    """Keep a private key in a file that only its owner may read, once its public key was sent."""
    import os

    from novaclient_mv import user_files
    from novaclient_mv.clouds import encodings

    name = encodings.for_system(os.path.expanduser(path))
    answers: list[T] = []

    def content() -> bytes:
        answers.append(send())
        return private_key.encode()

    user_files.write(name, content, path, is_private=True)
    return answers[0]
