"""States of a node: power, provisioning, maintenance, RAID, console and boot mode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from novaclient_mv import errors, resources, versions
from novaclient_mv.baremetal.v1.nodes import sections, targets, verbs
from novaclient_mv.baremetal.v1.nodes.verbs import Configdrive, Steps, Verb

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1.nodes import Node


class NodeStates(sections.NodeSection[resources.R]):
    """Changes of a node's states; each answers before the cloud has finished."""

    def states(self, node: Node | str) -> resources.DictWithMeta:
        """All states of a node, with what they change to: ``GET /nodes/{id}/states``."""
        return self._object('GET /nodes/{id}/states', node)

    @versions.parameters(soft='1.27..', timeout='1.27..')
    def set_power_state(
        self,
        node: Node | str,
        state: Literal['on', 'off', 'reboot'],
        soft: bool = False,
        timeout: int | None = None,
    ) -> resources.TupleWithMeta:
        """Power a node on or off, or reboot it: ``PUT /nodes/{id}/states/power``.

        :param state: ``on``, ``off`` or ``reboot``.
        :param soft: let the operating system shut down first (from 1.27; not for ``on``).
        :param timeout: seconds after which the change has failed (from 1.27).
        :raises ValueError: unknown state, or none that is soft.
        """
        target = targets.POWER.get(f'soft {state}' if soft else state)
        if target is None:
            raise ValueError(
                f'{state!r} is not a power state{" that can be soft" if soft else ""}.'
            )
        body = resources.without_none({'target': target, 'timeout': timeout})
        return self._put('PUT /nodes/{id}/states/power', node, body=body)

    def set_provision_state(
        self,
        node: Node | str,
        verb: Verb,
        configdrive: Configdrive | None = None,
        deploy_steps: Steps | None = None,
        clean_steps: Steps | None = None,
        service_steps: Steps | None = None,
        rescue_password: str | None = None,
        disable_ramdisk: bool | None = None,
        runbook: str | None = None,
    ) -> resources.TupleWithMeta:
        """Start a change of a node's provision state: ``PUT /nodes/{id}/states/provision``.

        :param verb: ``active`` (or ``deploy``, from 1.73), ``deleted`` (or ``undeploy``, from
            1.73), ``rebuild``, ``manage`` and ``provide`` (1.4), ``inspect`` (1.6), ``abort``
            (1.13), ``clean`` (1.15), ``adopt`` (1.17), ``rescue`` and ``unrescue`` (1.38),
            ``unhold`` (1.85), ``service`` (1.87).
        :param configdrive: of ``active``, and of ``rebuild`` from 1.35: a gzipped image in base64,
            or what the cloud makes one of (from 1.56; with ``vendor_data`` from 1.59).
        :param deploy_steps: of ``active`` and ``rebuild`` (from 1.69).
        :param disable_ramdisk: of ``clean`` (from 1.70) and ``service`` (from 1.108).
        :param runbook: name or UUID; of ``clean`` and ``service``, in place of steps (from 1.92).
        :raises VersionNotFoundForAPIMethod: this version has no such verb.
        :raises UnsupportedAttribute: an argument that the verb does not take at this version.
        :raises BadRequest: the state of the node does not allow it.
        :raises ValueError: unknown verb.
        :raises TypeError: an argument that the verb never takes, or one that it needs is missing.
        """
        arguments = resources.without_none(
            {
                'configdrive': configdrive,
                'deploy_steps': deploy_steps,
                'clean_steps': clean_steps,
                'service_steps': service_steps,
                'rescue_password': rescue_password,
                'disable_ramdisk': disable_ramdisk,
                'runbook': runbook,
            }
        )
        body = verbs.request(self, verb, arguments)
        try:
            return self._put('PUT /nodes/{id}/states/provision', node, body=body)
        except errors.BadRequest as error:
            from novaclient_mv.baremetal.v1.nodes import next_verbs

            error.hint = next_verbs.advice(str(error))
            raise

    def wait_for_provision_state(
        self,
        nodes: Node | str | Iterable[Node | str],
        state: str | Iterable[str],
        timeout: float | None = None,
    ) -> list[Node]:
        """Wait until nodes are in a provision state, and nothing works on them any more.

        :param nodes: one node or several.
        :param state: the state, or the states that will do.
        :param timeout: seconds to wait at most; as long as it takes without it.
        :returns: the nodes as they are.
        :raises ResourceInErrorState: the work on a node failed, or ended in another state; it says
            the node's last error.
        :raises WaitTimeout: the time is over.

        ``GET /nodes/{id}``
        """
        from novaclient_mv.resources import waiting

        end = waiting.States(state, 'provision_state')
        named: Any = [nodes] if isinstance(nodes, str | resources.Resource) else nodes
        watched: Any = [waiting.Existing(self._of_id(node), end) for node in named]
        ended: list[Node] = waiting.until_end(watched, timeout, self.client, first=1.0)
        return ended

    def set_maintenance(
        self, node: Node | str, is_on: bool = True, reason: str | None = None
    ) -> resources.TupleWithMeta:
        """Set or unset the maintenance mode of a node.

        :param reason: why it is set.

        ``PUT /nodes/{id}/maintenance`` or ``DELETE /nodes/{id}/maintenance``
        """
        if not is_on:
            return self._put('DELETE /nodes/{id}/maintenance', node)
        return self._put('PUT /nodes/{id}/maintenance', node, body={'reason': reason})

    @versions.wraps('1.12')
    def set_target_raid_config(
        self, node: Node | str, raid_config: Mapping[str, Any]
    ) -> resources.TupleWithMeta:
        """Set the RAID configuration that a cleaning is to make; an empty one unsets it.

        ``PUT /nodes/{id}/states/raid``
        """
        return self._put('PUT /nodes/{id}/states/raid', node, body=dict(raid_config))

    def get_console(self, node: Node | str) -> resources.DictWithMeta:
        """Whether the console of a node is on, and how it is reached.

        ``GET /nodes/{id}/states/console``
        """
        return self._object('GET /nodes/{id}/states/console', node)

    def set_console_mode(self, node: Node | str, enabled: bool) -> resources.TupleWithMeta:
        """Start or stop the console of a node: ``PUT /nodes/{id}/states/console``."""
        return self._put('PUT /nodes/{id}/states/console', node, body={'enabled': enabled})

    @versions.wraps('1.76')
    def set_boot_mode(self, node: Node | str, boot_mode: str) -> resources.TupleWithMeta:
        """Set the boot mode of a node: ``PUT /nodes/{id}/states/boot_mode``.

        :param boot_mode: ``bios`` or ``uefi``.
        """
        return self._put('PUT /nodes/{id}/states/boot_mode', node, body={'target': boot_mode})

    @versions.wraps('1.76')
    def set_secure_boot(self, node: Node | str, is_on: bool) -> resources.TupleWithMeta:
        """Turn secure boot of a node on or off: ``PUT /nodes/{id}/states/secure_boot``."""
        return self._put('PUT /nodes/{id}/states/secure_boot', node, body={'target': is_on})
