"""Agents in guests, which clouds had up to Nova 21; later ones answer 410."""

from __future__ import annotations

import builtins

from novaclient_mv import resources
from novaclient_mv.resources import field


class Agent(resources.Resource):
    """A build of the agent for one kind of guest."""

    repr_keys = ('agent_id', 'id')
    id_keys = ('agent_id', 'id')

    agent_id: str = field('Agent_id')
    hypervisor: str = field()
    os: str = field('OS')
    architecture: str = field()
    version: str = field()
    md5hash: str = field('Md5hash')
    url: str = field()


class AgentsManager(resources.ManagerWithFind[Agent]):
    """Builds of the agent; every method raises ``Gone`` on a cloud from Nova 22 on."""

    kind = 'agent'
    resource_class = Agent

    def list(self, hypervisor: str | None = None) -> builtins.list[Agent]:
        """All builds.

        :param hypervisor: those for this hypervisor only.
        :raises Gone: the cloud has no agents any more.

        ``GET /os-agents``
        """
        return self._read_list('GET /os-agents', 'agents', query={'hypervisor': hypervisor})

    iterate = resources.every_row(list)

    def create(
        self, os: str, architecture: str, version: str, url: str, md5hash: str, hypervisor: str
    ) -> Agent:
        """Register a build: ``POST /os-agents``.

        :param os: operating system of the guest.
        :param md5hash: checksum of the file at ``url``.
        :raises Conflict: there is one for this guest already.
        :raises Gone: the cloud has no agents any more.
        """
        return self._create_one(
            'POST /os-agents',
            'agent',
            hypervisor=hypervisor,
            os=os,
            architecture=architecture,
            version=version,
            url=url,
            md5hash=md5hash,
        )

    def update(self, id: Agent | str | int, version: str, url: str, md5hash: str) -> Agent:
        """Put another file in the place of a build's: ``PUT /os-agents/{id}``.

        :param id: id of the build.
        :raises NotFound: the resource does not exist.
        :raises Gone: the cloud has no agents any more.
        """
        body = {'para': {'version': version, 'url': url, 'md5hash': md5hash}}
        answer = self.send('PUT /os-agents/{id}', id, body=body)
        return Agent(self, self._wrapped(answer, 'agent'), resp=answer)

    def delete(self, id: Agent | str | int) -> resources.TupleWithMeta:
        """Delete a build: ``DELETE /os-agents/{id}``.

        :param id: id of the build.
        :raises NotFound: the resource does not exist.
        :raises Gone: the cloud has no agents any more.
        """
        return self._done(self.send('DELETE /os-agents/{id}', id))
