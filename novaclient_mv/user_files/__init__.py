"""Files of the user that several processes may rewrite at once."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable

from novaclient_mv import errors

LOCK_SECONDS = 30.0
_PAUSE = 0.01
_PRIVATE = 0o600
_MAX_BYTES = 1 << 20


class Unreadable(Exception):
    """Says in a few words why a file cannot be read."""


def text(path: str) -> str:
    """The text of a small file that a user may have written by hand; empty without one.

    :raises Unreadable: it is not text in UTF-8, longer than a MiB, or cannot be opened.
    """
    try:
        # A named pipe must not block.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, 'rb') as file:
            content = file.read(_MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return ''
    except OSError as error:
        raise Unreadable(error.strerror or 'it is not a file') from error
    if len(content) > _MAX_BYTES:
        raise Unreadable('it is too long')
    try:
        return content.decode('utf-8')
    except UnicodeDecodeError as error:
        raise Unreadable('it is not text in UTF-8') from error


def rewrite_own(path: str, content: Callable[[], bytes], label: str) -> None:
    """Give a file of this program's configuration another content; its folder is made, and a new
    one is for its owner alone. See :func:`rewrite`.

    :param label: what messages call it.
    :raises CommandError: it cannot be written.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        raise errors.CommandError(f'{label} {path} cannot be read: it is not a file.')
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        rewrite(path, content, _PRIVATE)
    except OSError as error:
        raise errors.CommandError(f'{label} {path} cannot be written: {error.strerror}.') from error


def write(path: str, content: Callable[[], bytes], typed: str, *, is_private: bool = False) -> None:
    """Write a file that a user named; see :func:`rewrite`.

    :param typed: its name as the user typed it.
    :raises CommandError: it cannot be written.
    """
    try:
        rewrite(path, content, _PRIVATE if is_private else 0o666, is_private=is_private)
    except OSError as error:
        raise errors.CommandError(f'Cannot write {typed}: {error.strerror}.') from error
    except ValueError as error:
        raise errors.CommandError(f'{typed!r} is not a valid file name.') from error


def rewrite(
    path: str, content: Callable[[], bytes], mode: int = 0o666, *, is_private: bool = False
) -> None:
    """Give a file another content, of which any other process sees all or nothing.

    A link is followed, and stays. A file that exists keeps its mode, its owner and its group as far
    as this user may set them. What is not a regular file, as ``/dev/stdout`` or a named pipe, is
    written to as it is. Hard links to the old content keep that.

    The new content is written beside the file, to ``.NAME.nova-mv``, which is the lock at the same
    time, and takes the file's place when it is whole. A process that is killed leaves the old file
    or the new one; what it wrote beside it is overwritten by the next.

    :param content: called while no other call of this function changes the file, so that it may
        read the old content.
    :param mode: of a new file, less the umask.
    :param is_private: only the owner may read the new content, whatever the old file allowed.
    :raises OSError: it cannot be written; ``TimeoutError`` where another process does not let go of
        it within ``LOCK_SECONDS``.
    """
    if _is_special(path):
        text = content()
        with open(path, 'wb') as file:
            file.write(text)
        return
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    beside = os.path.join(folder, f'.{name}.nova-mv')
    handle = _locked(beside, mode)
    # To close the file lets go of the lock.
    with os.fdopen(handle, 'r+b') as file:
        try:
            if is_private:
                # A process that was killed may have left it with another mode.
                os.fchmod(handle, _PRIVATE)
            text = content()
            _take_rights(handle, target, is_private)
            file.truncate(0)
            file.write(text)
            file.flush()
            os.fsync(handle)
            os.replace(beside, target)
        except BaseException:
            os.unlink(beside)
            raise


def _is_special(path: str) -> bool:
    """Whether something else than a file of a folder is written to: a device, a pipe, a stream."""
    # Behind these may be a regular file, as behind ``> file``, which is to be written on.
    if os.path.abspath(path).startswith(('/dev/fd/', '/dev/std', '/proc/')):
        return True
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def _locked(path: str, mode: int) -> int:
    """Lock the file at a path, which is made if needed."""
    import fcntl

    end = time.monotonic() + LOCK_SECONDS
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    while True:
        handle = os.open(path, flags, mode)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_still_there(handle, path):
                return handle
        except BlockingIOError:
            if time.monotonic() > end:
                os.close(handle)
                raise TimeoutError(0, 'another process has been changing it', path) from None
            time.sleep(_PAUSE)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _is_still_there(handle: int, path: str) -> bool:
    """Whether a handle is still on the file at a path, which must be this user's alone."""
    status = os.fstat(handle)
    try:
        there = os.lstat(path)
    except FileNotFoundError:
        return False
    if (there.st_dev, there.st_ino) != (status.st_dev, status.st_ino):
        return False
    if status.st_uid != os.geteuid() or status.st_nlink != 1 or not stat.S_ISREG(status.st_mode):
        raise PermissionError(0, f'{path} is in the way', path)
    return True


def _take_rights(handle: int, target: str, is_private: bool) -> None:
    """Copy the owner, the group and, unless the new file is private, the mode of the old one."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return
    mode = stat.S_IMODE(old.st_mode)
    new = os.fstat(handle)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.fchown(handle, old.st_uid, old.st_gid)
        except PermissionError:
            try:
                os.fchown(handle, -1, old.st_gid)
            except PermissionError:
                # What its group was allowed is nothing for another one.
                mode &= ~stat.S_IRWXG
    os.fchmod(handle, _PRIVATE if is_private else mode)
