"""Types of arguments: each checks spelling only, and touches no file, network or clock."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar

from novaclient_mv import errors
from novaclient_mv.clouds.words import FALSE_WORDS, TRUE_WORDS, in_ascii

if TYPE_CHECKING:
    from argparse import ArgumentTypeError

    from novaclient_mv.clouds.environment import Environment


def _refuse(message: str) -> ArgumentTypeError:
    import argparse

    # A key is named as it was written, with line ends or halves of letters in it, too.
    spelled = (letter if letter.isprintable() else repr(letter)[1:-1] for letter in message)
    return argparse.ArgumentTypeError(''.join(spelled))


def is_boolean(text: str) -> bool:
    """Whether a text is a word for true or false."""
    return text.strip().lower() in TRUE_WORDS | FALSE_WORDS


def boolean(text: str) -> bool:
    """A word for true or false, as in ``true`` or ``0``."""
    if is_boolean(text):
        return text.strip().lower() in TRUE_WORDS
    raise _refuse(f'{text!r} is neither true nor false')


def positive(text: str) -> int:
    """A whole number from 1."""
    number = _whole(text)
    if number < 1:
        raise _refuse(f'{text!r} is not a number from 1')
    return number


def page_limit(text: str) -> int:
    """A number of rows; ``-1`` for all of them."""
    number = _whole(text)
    if number < 1 and number != -1:
        raise _refuse(f'{text!r} is not a number of rows')
    return number


def rotation(text: str) -> str:
    """Read a number of backups, from 0; passed on as it was typed."""
    if not (text.isascii() and text.isdigit()):
        raise _refuse(f'{text!r} is not a whole number from 0')
    return text


def _whole(text: str) -> int:
    try:
        return int(in_ascii(text))
    except ValueError:
        raise _refuse(f'{text!r} is not a whole number') from None


def port(text: str) -> int:
    """A TCP port; 0 for any."""
    number = _whole(text)
    if not 0 <= number <= 65535:
        raise _refuse(f'{text!r} is not a port')
    return number


def boolean_number(text: str) -> int:
    """A word for true or false, as 1 or 0."""
    return int(boolean(text))


def line_count(text: str) -> str:
    """A number of lines, passed on as it was typed; ``-1`` for all of them."""
    if _whole(text) < -1:
        raise _refuse(f'{text!r} is not a number of lines')
    return text


def device(text: str) -> str | None:
    """The name of a device in a server; ``auto`` lets the cloud choose."""
    if not text:
        raise _refuse('a name of a device is not empty; leave it out, or give auto')
    return None if text == 'auto' else text


class OneOf:
    """Reads a value of which only some words are known at a version.

    :param words: the known words.
    """

    def __init__(self, *words: str) -> None:
        self.words = words

    def __call__(self, text: str) -> str:
        if text not in self.words:
            raise _refuse(f'{text!r} is not one of {", ".join(self.words)}')
        return text


def key_value(text: str) -> tuple[str, str]:
    """``key=value``; the value may hold further equal signs."""
    key, sign, value = text.partition('=')
    if not sign or not key:
        raise _refuse(f'{text!r} is not of the form key=value')
    return key, value


def filled_key_value(text: str) -> tuple[str, str]:
    """``key=value`` whose value is not empty."""
    key, value = key_value(text)
    if not value:
        raise _refuse(f'{key} has no value in {text!r}')
    return key, value


# Nova gives an empty value of other hints to the scheduler's filters, which may be a cloud's own.
_FILLED_HINTS = ('group', 'different_host', 'target_cell', 'build_near_host_ip', 'cidr')


def hint(text: str) -> tuple[str, str]:
    """``key=value`` for the scheduler; empty only where the API takes an empty value."""
    key, value = key_value(text)
    return filled_key_value(text) if key in _FILLED_HINTS else (key, value)


def key_values(text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for part in text.split(','):
        key, value = filled_key_value(part)
        if key in pairs:
            raise _refuse(f'{key} is given twice in {text!r}')
        pairs[key] = value
    return pairs


def key_or_pair(text: str) -> tuple[str, str | None]:
    """``key=value``, or ``key`` alone, whose value is ``None``."""
    key, sign, value = text.partition('=')
    if not key:
        raise _refuse(f'{text!r} is neither a key nor of the form key=value')
    return key, value if sign else None


def server_group_rule(text: str) -> tuple[str, Any]:
    """``key=value``; the value of ``max_server_per_host`` is a number."""
    key, value = filled_key_value(text)
    return key, positive(value) if key == 'max_server_per_host' else value


DISK_CONFIG_HELP = 'auto fits the partitions to the disk, manual leaves them as in the image.'


def disk_config(text: str) -> str:
    """``auto`` or ``manual``, as the API writes it."""
    word = text.upper()
    if word not in ('AUTO', 'MANUAL'):
        raise _refuse(f'{text!r} is neither auto nor manual')
    return word


def ipv4_address(text: str) -> str:
    if not _is_address(text, 4):
        raise _refuse(f'{text!r} is not an IPv4 address')
    return text


def ipv6_address(text: str) -> str:
    if not _is_address(text, 6):
        raise _refuse(f'{text!r} is not an IPv6 address')
    return text


def comma_list(text: str) -> list[str]:
    return [part.strip() for part in text.split(',') if part.strip()]


def sort_keys(text: str, default: str = 'desc') -> list[tuple[str, str]]:
    """``key[:asc|:desc][,key...]``; the direction is ``default`` where none is given."""
    parsed = []
    for part in comma_list(text):
        key, _, direction = part.partition(':')
        direction = direction or default
        if direction not in ('asc', 'desc'):
            raise _refuse(f'the direction {direction!r} of {key} is neither asc nor desc')
        parsed.append((key, direction))
    return parsed


class BoundValue:
    """A value that is worked out with the surroundings of a run, when the command runs."""

    def bind(self, environment: Environment) -> None:
        raise NotImplementedError


class File(BoundValue):
    """A file named on the command line, read once, when the command runs; ``-`` is the input."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._stdin: BinaryIO | None = None

    @property
    def is_input(self) -> bool:
        return self.path == '-'

    def bind(self, environment: Environment) -> None:
        self._stdin = environment.stdin

    def read_input_if_missing(self) -> None:
        """Read the input where there is no such file."""
        import os

        if not os.path.isfile(os.path.expanduser(self.path)):
            self.path = '-'

    def read(self) -> object:
        """The contents.

        :raises CommandError: it cannot be read.
        """
        return self._bytes()

    def _text(self) -> str:
        try:
            return self._bytes().decode()
        except UnicodeDecodeError as error:
            raise errors.CommandError(f'{self.path} is not text in UTF-8.') from error

    def _bytes(self) -> bytes:
        import os
        import sys

        from novaclient_mv.clouds import encodings

        if self.is_input:
            if self._stdin is None and sys.stdin is None:
                raise errors.CommandError('Cannot read the input: it is closed.')
            return (self._stdin or sys.stdin.buffer).read()
        try:
            with open(encodings.for_system(os.path.expanduser(self.path)), 'rb') as file:
                return file.read()
        except OSError as error:
            raise errors.CommandError(f'Cannot read {self.path}: {error.strerror}.') from error
        except ValueError as error:
            raise errors.CommandError(f'{self.path!r} is not a valid file name.') from error


class BinaryFile(File):
    """A file whose bytes are passed on."""

    def read(self) -> bytes:
        """The contents.

        :raises CommandError: it cannot be read.
        """
        return self._bytes()


class TextFile(File):
    """A file of text in UTF-8."""

    def read(self) -> str:
        """The contents.

        :raises CommandError: it cannot be read, or is not text.
        """
        return self._text()


class NewPassword(File):
    """A password on the first line of a file; typed twice where that is a terminal."""

    def read(self) -> str:
        """The password.

        :raises CommandError: it is empty, is not text, or was not typed the same twice.
        """
        import sys

        if self.path == '-' and self._stdin is None and sys.stdin.isatty():
            import getpass

            lines = [getpass.getpass('New password: '), getpass.getpass('The same again: ')]
        else:
            lines = self._lines()
        if not lines or not lines[0]:
            raise errors.CommandError('The new password is empty.')
        if len(lines) > 1 and lines[1] != lines[0]:
            raise errors.CommandError('The two lines of the new password differ.')
        return lines[0]

    def _lines(self) -> list[str]:
        try:
            return self._bytes().decode().splitlines()[:2]
        except UnicodeDecodeError as error:
            raise errors.CommandError('The new password is not text in UTF-8.') from error


def destination_and_file(text: str) -> tuple[str, BinaryFile]:
    """``PATH-IN-SERVER=FILE``."""
    destination, path = filled_key_value(text)
    return destination, BinaryFile(path)


# -- network interfaces ------------------------------------------------------


def _is_address(text: str, family: int) -> bool:
    import ipaddress

    try:
        return ipaddress.ip_address(text).version == family
    except ValueError:
        return False


class Keyed:
    """Reads a value of pairs ``key=value`` between commas.

    :ivar keys: the keys that it may have, each with the values that it takes, where those are few.
    :ivar alternatives: texts that may replace pairs.
    """

    keys: Mapping[str, Sequence[str]]
    alternatives: Sequence[str] = ()

    def _pairs(self, text: str) -> dict[str, str]:
        """The pairs of a text."""
        pairs = key_values(text)
        for key in pairs:
            if key not in self.keys:
                raise _refuse(
                    f'unknown key {key!r} in {text!r}; known are {", ".join(sorted(self.keys))}'
                )
        return pairs


class Nic(Keyed):
    """Reads the value of ``--nic``.

    :param tag: ``tag`` may be given (2.32 to 2.36, and from 2.42).
    :param choices: ``auto`` and ``none`` may be given (from 2.37).
    """

    _NETWORKS = ('net-id', 'net-name', 'port-id')
    _ADDRESSES: ClassVar[dict[str, Callable[[str], bool]]] = {
        'v4-fixed-ip': lambda text: _is_address(text, 4),
        'v6-fixed-ip': lambda text: _is_address(text, 6),
    }

    def __init__(self, tag: bool = False, choices: bool = False) -> None:
        self.choices = choices
        names = (*self._NETWORKS, *self._ADDRESSES, *(('tag',) if tag else ()))
        self.keys = dict.fromkeys(names, ())
        self.alternatives = ('auto', 'none') if choices else ()

    def __call__(self, text: str) -> str | dict[str, str]:
        if text in ('auto', 'none'):
            if self.choices:
                return text
            raise _refuse(f'{text!r} cannot be asked for at this version')
        words = text.split(',')
        for word in ('auto', 'none'):
            if word in words:
                raise _refuse(f'{word} stands alone, and {text!r} has more')
        if '=' not in words[0] and words[0]:
            key = 'net-id' if re.fullmatch('[0-9a-f-]{32,36}', words[0]) else 'net-name'
            raise _refuse(f'{words[0]!r} is not of the form key=value. A network is {key}={text}')
        nic = self._pairs(text)
        if sum(name in nic for name in self._NETWORKS) != 1:
            raise _refuse(f'{text!r} must have exactly one of {", ".join(self._NETWORKS)}')
        if 'v4-fixed-ip' in nic and 'v6-fixed-ip' in nic:
            raise _refuse(f'{text!r} has both v4-fixed-ip and v6-fixed-ip; only one is possible')
        for key, is_valid in self._ADDRESSES.items():
            if key in nic and not is_valid(nic[key]):
                raise _refuse(f'{nic[key]!r} is not an address for {key}')
        return nic


# -- block devices -----------------------------------------------------------

_DEVICE_KEYS = {
    'id': 'uuid',
    'source': 'source_type',
    'dest': 'destination_type',
    'bus': 'disk_bus',
    'device': 'device_name',
    'size': 'volume_size',
    'format': 'guest_format',
    'bootindex': 'boot_index',
    'type': 'device_type',
    'shutdown': 'delete_on_termination',
}
_SOURCES = ('volume', 'image', 'snapshot', 'blank')
_DESTINATIONS = ('local', 'volume')
_SHUTDOWNS = ('remove', 'preserve')


_SIZE = '0*[1-9][0-9]*'
_DEVICE_NUMBERS = {'size': _SIZE, 'bootindex': '-?[0-9]+'}


class BlockDevice(Keyed):
    """Reads the value of ``--block-device`` into the API's keys.

    :param extra: keys beyond the ones that every version has: ``tag``, ``volume_type``.
    """

    def __init__(self, *extra: str) -> None:
        self._api_keys = {**_DEVICE_KEYS, **{key: key for key in extra}}
        few = {'source': _SOURCES, 'dest': _DESTINATIONS, 'shutdown': _SHUTDOWNS}
        self.keys = {key: few.get(key, ()) for key in self._api_keys}

    def __call__(self, text: str) -> dict[str, Any]:
        pairs = self._pairs(text)
        device: dict[str, Any] = {self._api_keys[key]: value for key, value in pairs.items()}
        for key, pattern in _DEVICE_NUMBERS.items():
            if key in pairs and not re.fullmatch(pattern, pairs[key]):
                raise _refuse(f'the {key} {pairs[key]!r} in {text!r} is not a number')
        source = device.setdefault('source_type', 'blank')
        if source not in _SOURCES:
            raise _refuse(f'source {source!r} is not one of {", ".join(_SOURCES)}')
        # Volumes and snapshots can only be attached as volumes.
        default = 'volume' if source in ('volume', 'snapshot') else 'local'
        destination = device.setdefault('destination_type', default)
        if destination not in _DESTINATIONS:
            raise _refuse(f'destination {destination!r} is not one of {", ".join(_DESTINATIONS)}')
        shutdown = device.pop('delete_on_termination', None)
        if shutdown is None:
            device['delete_on_termination'] = destination == 'local'
        elif shutdown in _SHUTDOWNS:
            device['delete_on_termination'] = shutdown == 'remove'
        else:
            raise _refuse(f'shutdown {shutdown!r} is not one of {", ".join(_SHUTDOWNS)}')
        return device


def ephemeral(text: str) -> dict[str, Any]:
    """``size=GIB[,format=FORMAT]`` as a block device."""
    pairs = key_values(text)
    unknown = set(pairs) - {'size', 'format'}
    if unknown or 'size' not in pairs:
        raise _refuse(f'{text!r} is not of the form size=GIB[,format=FORMAT]')
    if not re.fullmatch(_SIZE, pairs['size']):
        raise _refuse(f'the size {pairs["size"]!r} in {text!r} is not a number from 1')
    return _blank_disk(pairs['size'], pairs.get('format'))


def swap(text: str) -> dict[str, Any]:
    """A size in MiB as a block device."""
    return _blank_disk(str(positive(text)), 'swap')


def _blank_disk(size: str, guest_format: str | None) -> dict[str, Any]:
    device = {
        'source_type': 'blank',
        'destination_type': 'local',
        'boot_index': -1,
        'delete_on_termination': True,
        'volume_size': size,
    }
    if guest_format:
        device['guest_format'] = guest_format
    return device


def old_block_device(text: str) -> tuple[str, str]:
    """``DEVICE=ID[:TYPE[:SIZE[:DELETE]]]``."""
    device, mapping = key_value(text)
    parts = mapping.split(':')
    if len(parts) > 4 or not parts[0]:
        raise _refuse(f'{mapping!r} is not of the form ID[:TYPE[:SIZE[:DELETE]]]')
    if ''.join(parts[2:3]) and not re.fullmatch(_SIZE, parts[2]):
        raise _refuse(f'the size {parts[2]!r} in {mapping!r} is not a number from 1')
    if ''.join(parts[3:]):
        boolean(parts[3])
    return device, mapping
