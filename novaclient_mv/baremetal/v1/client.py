"""The client of the Bare Metal API: its managers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.resources import client
from novaclient_mv.services.baremetal import BAREMETAL

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1 import (
        agents,
        allocations,
        chassis,
        conductors,
        deploy_templates,
        drivers,
        events,
        inspection_rules,
        nodes,
        portgroups,
        ports,
        runbooks,
        shards,
        volume_connectors,
        volume_targets,
    )


class Client(client.Client):
    """A client of one Bare Metal service at one version."""

    service = BAREMETAL

    agents: agents.AgentManager
    allocations: allocations.AllocationManager
    chassis: chassis.ChassisManager
    conductors: conductors.ConductorManager
    deploy_templates: deploy_templates.DeployTemplateManager
    drivers: drivers.DriverManager
    events: events.EventManager
    inspection_rules: inspection_rules.InspectionRuleManager
    nodes: nodes.NodeManager
    portgroups: portgroups.PortGroupManager
    ports: ports.PortManager
    runbooks: runbooks.RunbookManager
    shards: shards.ShardManager
    volume_connectors: volume_connectors.VolumeConnectorManager
    volume_targets: volume_targets.VolumeTargetManager
