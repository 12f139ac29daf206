"""A file rewritten by many at once has what each of them wrote, and is never half written."""

from __future__ import annotations

import fcntl
import os
import pathlib
import signal
import stat
from collections.abc import Callable

import pytest

from novaclient_mv import errors, user_files
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.pins import Pins
from novaclient_mv.knowledge.usage import summaries
from novaclient_mv.knowledge.usage.counts import Share, Usage
from novaclient_mv.services import COMPUTE

MANY = 16


def mode_of(path: pathlib.Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def in_processes(count: int, work: Callable[[int], None]) -> list[int]:
    """Do something in many processes that begin at once; their exit statuses."""
    begins, starts = os.pipe()
    children = []
    for number in range(count):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.close(starts)
                os.read(begins, 1)
                work(number)
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    os.close(begins)
    os.close(starts)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def test_each_of_many_pins_at_once_is_there(tmp_path: pathlib.Path) -> None:
    environment = Environment(variables={'HOME': str(tmp_path)})
    pins = Pins(environment)

    def pin(number: int) -> None:
        pins.set(f'cloud-{number}', COMPUTE, f'2.{number}')

    assert in_processes(MANY, pin) == [0] * MANY
    lines = pathlib.Path(pins.file).read_text(encoding='utf-8').splitlines()
    assert sorted(lines) == sorted(f'cloud-{n} compute=2.{n}' for n in range(MANY))
    assert os.listdir(pathlib.Path(pins.file).parent) == ['pins']


def test_each_of_many_runs_adds_to_a_summary(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / 'totals.json')
    summaries.write(path, lambda: Usage('compute'))

    def count(number: int) -> None:
        def usage() -> Usage:
            total = Usage('compute', {f'2.{number}': Share(1), '2.90': Share(1)})
            total.add(summaries.merged([path], COMPUTE))
            return total

        summaries.write(path, usage)

    assert in_processes(MANY, count) == [0] * MANY
    assert summaries.read(path).requests == 2 * MANY


@pytest.mark.parametrize('step', ['fchmod', 'fsync', 'replace'])
@pytest.mark.parametrize('old', [b'old\n', None])
def test_a_kill_leaves_the_old_file_and_the_next_writes(
    tmp_path: pathlib.Path, step: str, old: bytes | None
) -> None:
    path = tmp_path / 'page'
    if old is not None:
        path.write_bytes(old)

    def killed(number: int) -> None:
        setattr(os, step, lambda *words: os.kill(os.getpid(), signal.SIGKILL))
        user_files.rewrite(str(path), lambda: b'new' * 10000)

    is_killed = old is not None or step != 'fchmod'
    assert in_processes(1, killed) == [-signal.SIGKILL if is_killed else 0]
    if is_killed:
        assert (path.read_bytes() if path.exists() else None) == old
    user_files.rewrite(str(path), lambda: b'next\n')
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b'next\n', ['page'])


def test_what_fails_leaves_the_old_file_alone(tmp_path: pathlib.Path) -> None:
    path = tmp_path / 'page'
    path.write_bytes(b'old')

    def content() -> bytes:
        raise LookupError

    with pytest.raises(LookupError):
        user_files.rewrite(str(path), content)
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b'old', ['page'])


@pytest.mark.parametrize('mode', [0o600, 0o644, 0o666])
def test_private_content_is_its_owners_alone(tmp_path: pathlib.Path, mode: int) -> None:
    path, other = tmp_path / 'key', tmp_path / 'other'
    path.write_bytes(b'old')
    path.chmod(mode)
    os.link(path, other)
    with pytest.raises(ZeroDivisionError):
        user_files.rewrite(str(path), lambda: b'%d' % (1 // 0), is_private=True)
    assert mode_of(path) == mode, 'nothing was written'
    user_files.write(str(path), lambda: b'new', 'key', is_private=True)
    assert (path.read_bytes(), mode_of(path)) == (b'new', 0o600)
    assert (other.read_bytes(), mode_of(other)) == (b'old', mode)


def test_private_content_is_private_whatever_a_killed_process_left(tmp_path: pathlib.Path) -> None:
    beside = tmp_path / '.key.nova-mv'
    beside.write_bytes(b'left')
    beside.chmod(0o644)
    user_files.write(str(tmp_path / 'key'), lambda: b'new', 'key', is_private=True)
    assert mode_of(tmp_path / 'key') == 0o600


@pytest.mark.parametrize('mode', [0o600, 0o644, 0o660, 0o640])
def test_the_mode_stays(tmp_path: pathlib.Path, mode: int) -> None:
    path = tmp_path / 'page'
    path.write_bytes(b'old')
    path.chmod(mode)
    user_files.rewrite(str(path), lambda: b'new')
    assert (path.read_bytes(), mode_of(path)) == (b'new', mode)


@pytest.mark.parametrize('is_there', [True, False])
def test_a_link_stays_and_is_followed(tmp_path: pathlib.Path, is_there: bool) -> None:
    target = tmp_path / 'dotfiles' / 'pins'
    target.parent.mkdir()
    if is_there:
        target.write_bytes(b'old')
    link = tmp_path / 'pins'
    link.symlink_to('dotfiles/pins')
    user_files.rewrite(str(link), lambda: b'new')
    assert (os.readlink(link), target.read_bytes()) == ('dotfiles/pins', b'new')
    assert os.listdir(target.parent) == ['pins']


def test_what_is_no_file_is_written_to_as_it_is(tmp_path: pathlib.Path) -> None:
    user_files.rewrite('/dev/null', lambda: b'new')
    assert stat.S_ISCHR(os.stat('/dev/null').st_mode)
    pipe = tmp_path / 'pipe'
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    user_files.rewrite(str(pipe), lambda: b'new')
    assert os.read(reader, 10) == b'new'
    os.close(reader)
    with pytest.raises(IsADirectoryError):
        user_files.rewrite(str(tmp_path), lambda: b'new')


def lead_elsewhere(path: pathlib.Path, precious: pathlib.Path) -> None:
    path.symlink_to(precious)


def share_a_name(path: pathlib.Path, precious: pathlib.Path) -> None:
    path.hardlink_to(precious)


@pytest.mark.parametrize('put', [lead_elsewhere, share_a_name])
def test_what_stands_in_the_way_is_not_written_to(
    tmp_path: pathlib.Path, put: Callable[[pathlib.Path, pathlib.Path], None]
) -> None:
    precious = tmp_path / 'precious'
    precious.write_bytes(b'precious')
    put(tmp_path / '.page.nova-mv', precious)
    with pytest.raises(OSError, match=r'in the way|symbolic links'):
        user_files.rewrite(str(tmp_path / 'page'), lambda: b'new')
    assert precious.read_bytes() == b'precious'
    assert not (tmp_path / 'page').exists()


# -- files that people write by hand -----------------------------------------------------


MOST = 1 << 20


@pytest.mark.parametrize(
    ('content', 'expected'),
    [
        (b'', ''),
        ('\u00e4\n'.encode(), '\u00e4\n'),
        (b'a' * MOST, 'a' * MOST),
        (b'a' * (MOST + 1), 'it is too long'),
        (b'\xff', 'it is not text in UTF-8'),
    ],
)
def test_a_small_file_of_text_is_read(
    tmp_path: pathlib.Path, content: bytes, expected: str
) -> None:
    path = tmp_path / 'file'
    assert user_files.text(str(path)) == ''
    path.write_bytes(content)
    assert user_files.text(str(path / 'below')) == ''
    try:
        read = user_files.text(str(path))
    except user_files.Unreadable as error:
        read = str(error)
    assert read == expected


def test_what_cannot_be_opened_is_told_and_a_pipe_holds_nobody_up(tmp_path: pathlib.Path) -> None:
    with pytest.raises(user_files.Unreadable, match=r'^Is a directory$'):
        user_files.text(str(tmp_path))
    os.mkfifo(tmp_path / 'pipe')
    assert user_files.text(str(tmp_path / 'pipe')) == ''


@pytest.mark.parametrize('umask', [0o000, 0o027, 0o077])
def test_a_new_file_has_the_rights_that_its_kind_has(tmp_path: pathlib.Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        own = tmp_path / 'a' / 'own'
        for content in (b'first', b'second'):
            user_files.rewrite_own(str(own), lambda content=content: content, 'The file')
        user_files.write(str(tmp_path / 'public'), lambda: b'new', 'public')
        user_files.write(str(tmp_path / 'key'), lambda: b'new', 'key', is_private=True)
    finally:
        os.umask(before)
    assert (own.read_bytes(), mode_of(own), mode_of(own.parent)) == (b'second', 0o600, 0o700)
    assert (mode_of(tmp_path / 'public'), mode_of(tmp_path / 'key')) == (0o666 & ~umask, 0o600)


def test_a_shorter_content_leaves_nothing_of_what_a_killed_process_wrote(
    tmp_path: pathlib.Path,
) -> None:
    (tmp_path / '.page.nova-mv').write_bytes(b'left by a killed process')
    user_files.rewrite(str(tmp_path / 'page'), lambda: b'new')
    assert (tmp_path / 'page').read_bytes() == b'new'


def test_errors_name_the_file_as_it_was_typed(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'folder').mkdir()
    (tmp_path / 'file').write_bytes(b'')
    for name, typed, message in (
        ('none/file', '~/file', 'Cannot write ~/file: No such file or directory.'),
        ('folder', 'f', 'Cannot write f: Is a directory.'),
        ('a\0b', 'a\0b', "'a\\x00b' is not a valid file name."),
    ):
        with pytest.raises(errors.CommandError) as refusal:
            user_files.write(str(tmp_path / name), lambda: b'', typed)
        assert str(refusal.value) == message
    for name, reason in (
        ('folder', 'read: it is not a file'),
        ('file/a', 'written: File exists.'),
    ):
        with pytest.raises(errors.CommandError) as refusal:
            user_files.rewrite_own(f'{tmp_path}/{name}', lambda: b'', 'The page')
        assert str(refusal.value).startswith(f'The page {tmp_path}/{name} cannot be {reason}')


@pytest.mark.parametrize('refused', [0, 1, 2])
def test_owner_and_group_are_kept_as_far_as_the_system_lets(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    path = tmp_path / 'page'
    path.write_bytes(b'old')
    path.chmod(0o664)
    stat_of, asked = os.stat, []

    def of_another_user(path: str) -> os.stat_result:
        return os.stat_result((*stat_of(path)[:4], 7, 8, *stat_of(path)[6:]))

    def change(handle: int, user: int, group: int) -> None:
        asked.append((os.readlink(f'/proc/self/fd/{handle}'), user, group))
        if len(asked) <= refused:
            raise PermissionError

    monkeypatch.setattr(os, 'stat', of_another_user)
    monkeypatch.setattr(os, 'fchown', change)
    user_files.rewrite(str(path), lambda: b'new')
    monkeypatch.undo()
    beside = str(tmp_path / '.page.nova-mv')
    assert asked == [(beside, 7, 8), (beside, -1, 8)][: refused + 1]
    assert mode_of(path) == (0o604 if refused == 2 else 0o664)


@pytest.mark.parametrize('change', ['removed', 'replaced'])
def test_a_lock_whose_file_is_gone_is_taken_again(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    beside, lock, calls = tmp_path / '.page.nova-mv', fcntl.flock, []

    def flock(handle: int, operation: int) -> None:
        lock(handle, operation)
        calls.append(handle)
        if len(calls) == 1:
            # Another process has ended meanwhile.
            beside.unlink()
            if change == 'replaced':
                beside.write_bytes(b'')

    monkeypatch.setattr(fcntl, 'flock', flock)
    user_files.rewrite(str(tmp_path / 'page'), lambda: b'new')
    assert (len(calls), (tmp_path / 'page').read_bytes()) == (2, b'new')
    assert os.listdir(tmp_path) == ['page']


def test_what_is_in_the_way_or_locked_is_named(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_files, 'LOCK_SECONDS', 0.02)
    beside = tmp_path / '.page.nova-mv'
    with open(beside, 'wb') as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(TimeoutError) as late:
            user_files.rewrite(str(tmp_path / 'page'), lambda: b'new')
    assert late.value.args == (0, 'another process has been changing it')
    assert late.value.filename == str(beside)
    monkeypatch.setattr(os, 'geteuid', lambda: beside.stat().st_uid + 1)
    with pytest.raises(PermissionError) as refused:
        user_files.rewrite(str(tmp_path / 'page'), lambda: b'new')
    assert (refused.value.errno, refused.value.filename) == (0, str(beside))
    assert refused.value.strerror == f'{beside} is in the way'


@pytest.mark.parametrize('path', ['/proc/self/fd/{}', '/dev/fd/{}'])
def test_a_stream_is_written_on(tmp_path: pathlib.Path, path: str) -> None:
    with open(tmp_path / 'output', 'wb') as stream:
        user_files.rewrite(path.format(stream.fileno()), lambda: b'new')
    assert (tmp_path / 'output').read_bytes() == b'new'
    assert os.listdir(tmp_path) == ['output']
