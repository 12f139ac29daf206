"""Requests of agents on nodes while a node boots, is inspected or deployed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from novaclient_mv import resources, versions
from novaclient_mv.resources import UNWRAPPED, Id, Value


class AgentManager(resources.Manager[resources.Resource]):
    """Operations for the agents on nodes; they need no login in most clouds."""

    @versions.wraps('1.22')
    def lookup(
        self, *, addresses: Iterable[str] | None = None, node_uuid: str | None = None
    ) -> resources.DictWithMeta:
        """The node that an agent runs on, and the configuration of the agent: ``GET /lookup``.

        :param addresses: MAC addresses of the node; these or its UUID are needed.
        :raises NotFound: there is none, or no agent is expected on it.
        """
        query = {'addresses': ','.join(addresses or ()) or None, 'node_uuid': node_uuid}
        answer = self.send('GET /lookup', query=query)
        return resources.DictWithMeta(resources.member(answer, UNWRAPPED, dict), answer)

    @versions.wraps('1.22')
    @versions.parameters(
        agent_version='1.36..',
        agent_token='1.62..',
        agent_verify_ca='1.68..',
        agent_status='1.72..',
        agent_status_message='1.72..',
    )
    def heartbeat(
        self,
        node: Id,
        callback_url: str,
        *,
        agent_version: str | None = None,
        agent_token: str | None = None,
        agent_verify_ca: str | None = None,
        agent_status: str | None = None,
        agent_status_message: str | None = None,
    ) -> resources.TupleWithMeta:
        """Say that the agent of a node is there, and where it listens: ``POST /heartbeat/{id}``.

        :param agent_version: version of the agent (from 1.36).
        :param agent_token: what the agent was given to prove itself (from 1.62).
        :param agent_verify_ca: certificate of the agent (from 1.68).
        :param agent_status: ``start``, ``end`` or ``error`` of its work (from 1.72).
        :raises NotFound: the node does not exist.
        :raises BadRequest: the token is missing or wrong.
        """
        body = {
            'callback_url': callback_url,
            'agent_version': agent_version,
            'agent_token': agent_token,
            'agent_verify_ca': agent_verify_ca,
            'agent_status': agent_status,
            'agent_status_message': agent_status_message,
        }
        answer = self.send('POST /heartbeat/{id}', node, body=resources.without_none(body))
        return self._done(answer)

    @versions.wraps('1.84')
    def continue_inspection(
        self, inspected: Mapping[str, Value], *, node_uuid: str | None = None
    ) -> resources.DictWithMeta:
        """Hand in what an agent has found on a node that is being inspected.

        :param inspected: the inventory and what else was found.
        :param node_uuid: the node, where it is known.
        :raises NotFound: no node that waits for its inspection matches.

        ``POST /continue_inspection``
        """
        query = {'node_uuid': node_uuid}
        answer = self.send('POST /continue_inspection', query=query, body=dict(inspected))
        return resources.DictWithMeta(resources.member(answer, UNWRAPPED, dict), answer)
