"""Types of arguments that name a project or a user, whose id the cloud is to be asked for."""

from __future__ import annotations

import re

_IDS = r'(?i)[0-9a-f]{32}|[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
"""Ids as Keystone makes them; users of LDAP have ids of 64 digits."""


class Owner(str):
    """A project or a user, by name or id; the command gets the id."""

    __slots__ = ()

    kind = ''

    @property
    def has_form_of_id(self) -> bool:
        """Whether it looks like an id, and is used as one unless the cloud does not know it."""
        return not self or re.fullmatch(_IDS, self) is not None


class Project(Owner):
    """A project, by name or id."""

    __slots__ = ()

    kind = 'project'


class User(Owner):
    """A user, by name or id."""

    __slots__ = ()

    kind = 'user'


def project(text: str) -> Project:
    return Project(text)


def user(text: str) -> User:
    return User(text)
