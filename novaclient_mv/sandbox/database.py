"""The sandbox's state: rows of JSON documents in one SQLite file that several processes share."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from novaclient_mv import sandbox

# Written into the file's header: "nvmv".
APPLICATION_ID = 0x6E766D76
# The header of an SQLite file begins with the first; its application id ends at the second.
_MAGIC = b'SQLite format 3\0'
_HEADER_SIZE = 72
BUSY_SECONDS = 30.0

Document = dict[str, Any]

# What json.loads does in the end; a list of thousands of rows feels the rest of it.
_decode = json.JSONDecoder().raw_decode


class StateError(sandbox.SandboxError):
    """The state file cannot be used: damaged, foreign, of a newer release, not writable."""


class Row:
    """One thing of the cloud.

    Columns are what lists are found and ordered by; everything else is in ``document``. ``deleted``
    may lie in the future: the row goes away when the clock reaches it.
    """

    __slots__ = (
        'created', 'deleted', 'document', 'id', 'kind', 'name', 'number', 'parent', 'project',
        'updated',
    )  # fmt: skip

    def __init__(self, values: tuple[Any, ...]) -> None:
        (
            self.number, self.kind, self.id, self.project, self.parent, self.name,
            self.created, self.updated, self.deleted, text,
        ) = values  # fmt: skip
        self.document: Document = _decode(text)[0]


COLUMNS = 'number, kind, id, project, parent, name, created, updated, deleted, document'

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

Seed = Callable[['Session'], None]


class Database:
    """Opens sessions on one file and brings it to the current schema, seeded.

    :param path: the SQLite file; made, with its folder, when it does not exist.
    :param clock: seconds since the epoch.
    :param seed: fills an empty state.
    """

    def __init__(
        self, path: str | os.PathLike[str], clock: Callable[[], float], seed: Seed
    ) -> None:
        self.path = os.fspath(path)
        self.clock = clock
        self.seed = seed

    def session(self) -> Session:
        """A session for one request; to be closed."""
        connection = self._connect()
        try:
            self._prepare(connection)
        except sqlite3.Error as error:
            connection.close()
            raise StateError(self._words(error)) from error
        except BaseException:
            connection.close()
            raise
        return Session(connection, self.clock())

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
        """Empty the state; whoever opens it next seeds it anew.

        :param is_named: the path is a user's, so that a file that was never a state is left alone.
        :raises StateError: it is another program's file, or cannot be written.
        """
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
        for suffix in ('', '-wal', '-shm'):
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
            # Made here, so that it never exists with a wider mode; SQLite gives its companions the
            # same one.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise self._unopened(error) from error
        return connection

    def _schema_of(self, connection: sqlite3.Connection) -> int:
        """The schema version of the file, 0 where there is nothing in it.

        The connection must be in a transaction: another process may fill a new file between two
        reads, and the half that was read before would look like a foreign file.

        :raises StateError: the file is another program's, or of a newer release.
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
        connection.execute('BEGIN')
        version = self._schema_of(connection)
        (mode,) = connection.execute('PRAGMA journal_mode').fetchone()
        connection.execute('COMMIT')
        if mode != 'wal':
            _set_wal(connection)
        connection.execute('PRAGMA synchronous = NORMAL')
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


def _set_wal(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging, unless another process uses the file right now."""
    # The busy timeout does not cover this switch. Whoever loses the race works without it; the next
    # one to open the file tries again.
    try:
        connection.execute('PRAGMA journal_mode = WAL')
    except sqlite3.OperationalError as error:
        if 'locked' not in str(error):
            raise


class Session:
    """The state as one request sees it, at one moment of the clock.

    Reads work at once. :meth:`begin` takes the one write lock, and whatever follows is kept by
    :meth:`commit` alone.
    """

    def __init__(self, connection: sqlite3.Connection, now: float) -> None:
        self.connection = connection
        self.now = now

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def begin(self) -> None:
        """Start a change; waits for other writers."""
        self.connection.execute('BEGIN IMMEDIATE')

    def commit(self) -> None:
        """Keep the changes."""
        if self.connection.in_transaction:
            self.connection.execute('COMMIT')

    def mark(self) -> None:
        """Remember what has been changed so far, for :meth:`return_to_mark`."""
        self.connection.execute('SAVEPOINT mark')

    def return_to_mark(self) -> None:
        """Drop what was changed since the last :meth:`mark`."""
        self.connection.execute('ROLLBACK TO mark')

    def close(self) -> None:
        """Drop what was not committed, and the connection."""
        if self.connection.in_transaction:
            self.connection.execute('ROLLBACK')
        self.connection.close()

    # -- reading

    def get(
        self, kind: str, id: str, project: str | None = None, even_deleted: bool = False
    ) -> Row | None:
        """The thing of an id, in one project or in any; a living one unless said otherwise."""
        sql = f'SELECT {COLUMNS} FROM thing WHERE kind = ? AND id = ?'
        found = self.connection.execute(sql, (kind, id)).fetchone()
        if found is None:
            return None
        row = Row(found)
        if row.deleted is not None and row.deleted <= self.now and not even_deleted:
            return None
        if project is not None and row.project != project:
            return None
        return row

    def find(
        self,
        kind: str,
        *,
        project: str | None = None,
        parent: str | None = None,
        name: str | None = None,
        deleted: bool | None = False,
        order: str = 'created',
        descending: bool = False,
        after: Row | None = None,
    ) -> Iterator[Row]:
        """Things of a kind, in order of a column and then of their number.

        :param deleted: only those that are gone; ``None`` for both.
        :param after: the row to go on behind.
        """
        terms, values = ['kind = ?'], [kind]  # type: tuple[list[str], list[Any]]
        for column, value in (('project', project), ('parent', parent), ('name', name)):
            if value is not None:
                terms.append(f'{column} = ?')
                values.append(value)
        if deleted is not None:
            terms.append('deleted <= ?' if deleted else '(deleted IS NULL OR deleted > ?)')
            values.append(self.now)
        if after is not None:
            terms.append(f'({order}, number) {"<" if descending else ">"} (?, ?)')
            values += [getattr(after, order), after.number]
        way = 'DESC' if descending else 'ASC'
        sql = (
            f'SELECT {COLUMNS} FROM thing WHERE {" AND ".join(terms)} '
            f'ORDER BY {order} {way}, number {way}'
        )
        for found in self.connection.execute(sql, values):
            yield Row(found)

    def one(self, kind: str, **terms: Any) -> Row | None:
        """The first thing that :meth:`find` finds."""
        return next(self.find(kind, **terms), None)

    # -- writing

    def insert(
        self,
        kind: str,
        id: str,
        document: Document,
        *,
        project: str | None = None,
        parent: str | None = None,
        name: str | None = None,
        created: float | None = None,
        deleted: float | None = None,
    ) -> int:
        """Add a thing; returns its number, which grows with every thing ever added.

        :raises sqlite3.IntegrityError: there is, or was, one of this kind and id.
        """
        sql = (
            'INSERT INTO thing (kind, id, project, parent, name, created, deleted, document) '
            'VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
        )
        created = self.now if created is None else created
        text = _text(document)
        values = (kind, id, project, parent, name, created, deleted, text)
        return int(self.connection.execute(sql, values).lastrowid or 0)

    def insert_many(self, kind: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Add many things: id, project, parent, name, creation time and document of each."""
        sql = (
            'INSERT INTO thing (kind, id, project, parent, name, created, document) '
            'VALUES (?, ?, ?, ?, ?, ?, ?)'
        )
        self.connection.executemany(sql, ((kind, *row[:-1], _text(row[-1])) for row in rows))

    def save(self, row: Row) -> None:
        """Write a changed row back."""
        row.updated = self.now
        sql = (
            'UPDATE thing SET project = ?, parent = ?, name = ?, updated = ?, deleted = ?, '
            'document = ? WHERE number = ?'
        )
        values = (
            row.project, row.parent, row.name, row.updated, row.deleted, _text(row.document),
            row.number,
        )  # fmt: skip
        self.connection.execute(sql, values)

    def remove(self, row: Row) -> None:
        """Take a thing out for good."""
        self.connection.execute('DELETE FROM thing WHERE number = ?', (row.number,))


def _text(document: Document) -> str:
    return json.dumps(document, separators=(',', ':'), ensure_ascii=False)
