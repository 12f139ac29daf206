"""The state as rows of JSON documents, and sessions that read and write them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from novaclient_mv.sandbox import errors

Document = dict[str, Any]

# What json.loads does in the end; a list of thousands of rows feels the rest of it.
_decode = json.JSONDecoder().raw_decode


class Busy(errors.SandboxError):
    """The write lock of the state was not free in time."""


class Row:
    """One resource of the cloud.

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


class Session:
    """The state as one request sees it, at one moment of the clock; :meth:`begin` locks it."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        now: float,
        free: Callable[[], None] | None = None,
    ) -> None:
        self.connection = connection
        self.now = now
        self._free = free
        self._cursors: set[sqlite3.Cursor] = set()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def begin(self) -> None:
        """Start a change; waits for other writers."""
        try:
            self.connection.execute('BEGIN IMMEDIATE')
        except sqlite3.OperationalError as error:
            if 'locked' not in str(error):
                raise
            raise Busy('The sandbox state is locked by other writers.') from error

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
        """Drop what was not committed, and free the connection."""
        # A list that nobody read to its end would go on keeping writers out.
        for cursor in self._cursors:
            cursor.close()
        if self.connection.in_transaction:
            self.connection.execute('ROLLBACK')
        if self._free is not None:
            self._free()

    # -- reading

    def get(
        self, kind: str, id: str, project: str | None = None, even_deleted: bool = False
    ) -> Row | None:
        """The resource of an id, in one project or in any; a living one unless said otherwise."""
        sql = f'SELECT {COLUMNS} FROM thing WHERE kind = ? AND id = ?'
        values = self.connection.execute(sql, (kind, id)).fetchone()
        if values is None:
            return None
        row = Row(values)
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
        """Things of a kind, in order of a column and then of their number."""
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
        direction = 'DESC' if descending else 'ASC'
        sql = (
            f'SELECT {COLUMNS} FROM thing WHERE {" AND ".join(terms)} '
            f'ORDER BY {order} {direction}, number {direction}'
        )
        cursor = self.connection.execute(sql, values)
        self._cursors.add(cursor)
        try:
            for columns in cursor:
                yield Row(columns)
        finally:
            self._cursors.discard(cursor)
            cursor.close()

    def one(self, kind: str, **terms: Any) -> Row | None:
        """The first resource that :meth:`find` finds."""
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
        number: int | None = None,
    ) -> int:
        """Add a resource; returns its number, which grows with every resource ever added."""
        sql = (
            'INSERT INTO thing '
            '(number, kind, id, project, parent, name, created, deleted, document) '
            'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
        )
        created = self.now if created is None else created
        text = _text(document)
        values = (number, kind, id, project, parent, name, created, deleted, text)
        return int(self.connection.execute(sql, values).lastrowid or 0)

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

    def put(self, kind: str, id: str, changes: Document) -> None:
        """Change the document of a resource, which is added without one."""
        row = self.get(kind, id)
        if row is None:
            self.insert(kind, id, changes)
        else:
            row.document.update(changes)
            self.save(row)

    def remove(self, row: Row) -> None:
        """Delete a resource for good."""
        self.connection.execute('DELETE FROM thing WHERE number = ?', (row.number,))


def _text(document: Document) -> str:
    return json.dumps(document, separators=(',', ':'), ensure_ascii=False)
