"""Users and projects of a new sandbox."""

from __future__ import annotations

from novaclient_mv.sandbox.state import seed, tokens
from novaclient_mv.sandbox.state.contents import Contents
from novaclient_mv.sandbox.state.rows import Session


def people(session: Session, contents: Contents) -> None:
    """Users, projects, roles and one application credential."""
    password = tokens.digest(seed.PASSWORD)
    projects = {
        name: seed.fixed_hex(f'project {name}') for name in (*seed.PROJECTS, *contents.projects)
    }
    for name, id in projects.items():
        session.insert('project', id, {}, name=name)
    roles: dict[str, dict[str, list[str]]] = {
        name: {id: ['member', 'reader']} for name, id in projects.items()
    }
    roles['admin'] = {id: ['admin', 'member', 'reader'] for id in projects.values()}
    numbers: dict[str, int] = {}
    for name, granted in seed.ROLES.items():
        if name not in roles:
            roles[name] = {id: [*granted] for id in projects.values()}
            # What comes later is called and numbered as in sandboxes without these users.
            numbers[name] = -len(numbers)
    for name, mine in roles.items():
        facts = {'password': password, 'roles': mine}
        number = numbers.get(name) or None
        session.insert('user', seed.fixed_hex(f'user {name}'), facts, name=name, number=number)
    session.insert(
        'application_credential',
        seed.APPLICATION_CREDENTIAL,
        {'secret': password},
        project=projects['demo'],
        parent=seed.fixed_hex('user demo'),
        name=seed.APPLICATION_CREDENTIAL,
    )
