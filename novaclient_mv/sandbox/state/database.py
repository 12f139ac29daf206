"""The state file: creation, migration, seeding and reset."""

from __future__ import annotations

import errno
import functools
import os
import sqlite3
from collections.abc import Callable

from novaclient_mv.sandbox import errors
from novaclient_mv.sandbox.state import connections
from novaclient_mv.sandbox.state.rows import Session

# Written into the file's header: "nvmv".
APPLICATION_ID = 0x6E766D76
# The header of an SQLite file begins with the first; its application id ends at the second.
_MAGIC = b'SQLite format 3\0'
_HEADER_SIZE = 72
BUSY_SECONDS = 30.0
# The removal of the journal, which commits, is on the disk as well.
_SYNCED = 'PRAGMA synchronous = EXTRA'


class StateError(errors.SandboxError):
    """The state file cannot be used: damaged, foreign, of a newer release, not writable."""


# One statement list for each schema version: a file of version n gets those from n on.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE thing (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            project TEXT,
            parent TEXT,
            name TEXT,
            created REAL NOT NULL,
            updated REAL,
            deleted REAL,
            document TEXT NOT NULL,
            UNIQUE (kind, id))""",
        'CREATE INDEX thing_by_project ON thing (kind, project, created, number)',
        'CREATE INDEX thing_by_age ON thing (kind, created, number)',
        'CREATE INDEX thing_by_parent ON thing (kind, parent)',
        'CREATE INDEX thing_by_name ON thing (kind, name)',
    ),
)
SCHEMA_VERSION = len(MIGRATIONS)

Seed = Callable[[Session], None]


class Database:
    """Opens sessions on one file and brings it to the current schema, seeded."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        clock: Callable[[], float],
        seed: Seed,
        sync: bool = False,
    ) -> None:
        self.path = os.fspath(path)
        self.clock = clock
        self.seed = seed
        self.sync = sync

    def session(self) -> Session:
        """A session for one request; to be closed."""
        stamp = connections.stamp_of(self.path)
        connection = connections.take(self.path, stamp)
        if connection is not None and not _is_current(connection):
            connection.close()
            connection = None
        if connection is None:
            connection = self._open()
        elif self.sync:
            # It may wait for the next user of a state who does not ask for it.
            connection.execute(_SYNCED)
        free = functools.partial(connections.give_back, self.path, stamp, connection)
        return Session(connection, self.clock(), free)

    def _open(self) -> sqlite3.Connection:
        """A new connection to a state of the current schema."""
        connection = self._connect()
        try:
            self._prepare(connection)
        except sqlite3.Error as error:
            connection.close()
            raise StateError(self._words(error)) from error
        except BaseException:
            connection.close()
            raise
        return connection

    def is_new(self) -> bool:
        """Whether nobody has used the state yet, or it was emptied."""
        connection = self._connect()
        try:
            connection.execute('BEGIN')
            return self._schema_of(connection) == 0
        except sqlite3.Error as error:
            raise StateError(self._words(error)) from error
        finally:
            connection.close()

    def reset(self, is_named: bool = False) -> None:
        """Empty the state, which the next user seeds; a named file that never was one is left."""
        if is_named and not self._begins_as_state():
            raise self._foreign()
        try:
            connection = self._connect()
        except StateError:
            self._remove_damaged()
            return
        try:
            connection.execute('BEGIN IMMEDIATE')
            self._schema_of(connection)
            names = connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            ).fetchall()
            for (name,) in names:
                connection.execute(f'DROP TABLE "{name}"')
            connection.execute('PRAGMA user_version = 0')
            connection.execute('COMMIT')
        except sqlite3.OperationalError as error:
            raise StateError(self._words(error)) from error
        except sqlite3.DatabaseError:
            connection.close()
            self._remove_damaged()
        finally:
            connection.close()

    def _begins_as_state(self) -> bool:
        """Whether the file is empty or has the header of a state, however damaged the rest is."""
        try:
            with open(self.path, 'rb') as file:
                header = file.read(_HEADER_SIZE)
        except OSError as error:
            raise self._unopened(error) from error
        return not header or (
            header.startswith(_MAGIC)
            and header[_HEADER_SIZE - 4 :] in (bytes(4), APPLICATION_ID.to_bytes(4))
        )

    def _foreign(self) -> StateError:
        return StateError(f"{self.path} is another program's file, not a sandbox state.")

    def _unopened(self, error: Exception) -> StateError:
        return StateError(f'The sandbox state {self.path} cannot be opened: {error}.')

    def _remove_damaged(self) -> None:
        for suffix in ('', '-journal', '-wal', '-shm'):
            if os.path.isfile(self.path + suffix):
                os.unlink(self.path + suffix)

    def _words(self, error: sqlite3.Error) -> str:
        if isinstance(error, sqlite3.OperationalError):
            return f'The sandbox state {self.path} cannot be used: {error}.'
        return f'The sandbox state {self.path} is damaged, or is not an SQLite file: {error}.'

    def _connect(self) -> sqlite3.Connection:
        folder = os.path.dirname(os.path.abspath(self.path))
        try:
            if not os.path.isdir(folder):
                os.makedirs(folder, mode=0o700, exist_ok=True)
            _touch(self.path)
            connection = sqlite3.connect(
                self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise self._unopened(error) from error
        return connection

    def _schema_of(self, connection: sqlite3.Connection) -> int:
        """The schema version of the file, 0 where there is nothing in it.

        The connection must be in a transaction: another process may fill a new file between two
        reads, and the half that was read before would look like a foreign file.
        """
        (version,) = connection.execute('PRAGMA user_version').fetchone()
        (owner,) = connection.execute('PRAGMA application_id').fetchone()
        if owner != APPLICATION_ID:
            (tables,) = connection.execute('SELECT count(*) FROM sqlite_master').fetchone()
            if owner or tables:
                raise self._foreign()
        if version > SCHEMA_VERSION:
            raise StateError(
                f'The sandbox state {self.path} was written by a newer release '
                f'(schema {version}, this one knows {SCHEMA_VERSION}).'
            )
        return int(version)

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Bring the file to the current schema; the first process does it, others wait."""
        # No waiting for the disk: a killed process loses nothing by that, a failing machine may.
        connection.execute(_SYNCED if self.sync else 'PRAGMA synchronous = OFF')
        connection.execute('BEGIN')
        version = self._schema_of(connection)
        connection.execute('COMMIT')
        if version != SCHEMA_VERSION:
            self._migrate(connection)

    def _migrate(self, connection: sqlite3.Connection) -> None:
        connection.execute('BEGIN IMMEDIATE')
        try:
            # Another process may have been first.
            version = self._schema_of(connection)
            for statements in MIGRATIONS[version:]:
                for statement in statements:
                    connection.execute(statement)
            if version == 0:
                self.seed(Session(connection, self.clock()))
            if version != SCHEMA_VERSION:
                connection.execute(f'PRAGMA application_id = {APPLICATION_ID}')
                connection.execute(f'PRAGMA user_version = {SCHEMA_VERSION}')
            connection.execute('COMMIT')
        except BaseException:
            connection.execute('ROLLBACK')
            raise


def _touch(path: str) -> None:
    """Make a file that is not there."""
    try:
        # Made here, so that it never exists with a wider mode; SQLite gives its companion the same
        # one.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        # It is not opened for this: closing it would end the locks that other threads have on it.
        if not os.access(path, os.R_OK | os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path) from None


def _is_current(connection: sqlite3.Connection) -> bool:
    """Whether the state is still one of the current schema: nobody emptied or damaged it."""
    try:
        (version,) = connection.execute('PRAGMA user_version').fetchone()
    except sqlite3.Error:
        return False
    return bool(version == SCHEMA_VERSION)
