"""The create request of a server, made of what a program says of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import resources
from novaclient_mv.v2.servers import requests


class ServerBoot(resources.BootingManagerWithFind[resources.R]):
    """Sends create requests, also for subclasses and extensions."""

    def _boot(
        self,
        response_key: str,
        name: str,
        image: resources.Resource | str | None,
        flavor: resources.Resource | str,
        meta: Mapping[str, str] | None = None,
        files: Mapping[str, requests.Contents] | None = None,
        userdata: requests.Contents | None = None,
        reservation_id: bool = False,
        return_raw: bool = False,
        min_count: int | None = None,
        max_count: int | None = None,
        security_groups: Sequence[str] | None = None,
        key_name: str | None = None,
        availability_zone: str | None = None,
        block_device_mapping: Mapping[str, str] | None = None,
        block_device_mapping_v2: Sequence[Mapping[str, Any]] | None = None,
        nics: requests.Nics = None,
        scheduler_hints: Mapping[str, Any] | None = None,
        config_drive: bool | str | None = None,
        admin_pass: str | None = None,
        disk_config: str | None = None,
        access_ip_v4: str | None = None,
        access_ip_v6: str | None = None,
        description: str | None = None,
        tags: Sequence[str] | None = None,
        trusted_image_certificates: Sequence[str] | None = None,
        host: str | None = None,
        hypervisor_hostname: str | None = None,
        hostname: str | None = None,
    ) -> Any:  # noqa: ANN401 - a server, or the text that is asked for by reservation_id
        """Create a server; see :meth:`ServerManager.create`, whose versions are not checked here.

        :param response_key: the key that wraps the server in the answer.
        :param return_raw: give what that key wraps as it is.
        """
        server = requests.new_server(name, image, flavor, min_count, max_count)
        optional = {
            'metadata': meta,
            'user_data': requests.encoded(userdata) if userdata else None,
            'return_reservation_id': reservation_id,
            'key_name': key_name,
            'availability_zone': availability_zone,
            'config_drive': config_drive,
            'OS-DCF:diskConfig': disk_config,
            'adminPass': admin_pass,
            'accessIPv4': access_ip_v4,
            'accessIPv6': access_ip_v6,
            'description': description,
            'tags': tags,
            'trusted_image_certificates': trusted_image_certificates,
            'host': host,
            'hypervisor_hostname': hypervisor_hostname,
            'hostname': hostname,
            'personality': requests.personality(files),
            'security_groups': [{'name': group} for group in security_groups or ()],
            'block_device_mapping': self._parse_block_device_mapping(block_device_mapping or {}),
            'block_device_mapping_v2': requests.device_mapping_v2(block_device_mapping_v2, image),
            'networks': requests.networks(nics),
        }
        server.update({key: value for key, value in optional.items() if value})
        body: dict[str, Any] = {'server': server}
        if scheduler_hints:
            body['os:scheduler_hints'] = dict(scheduler_hints)
        self.run_hooks('modify_body_for_create', body)
        answer = self.send('POST /servers', body=body)
        if return_raw:
            raw = resources.member(answer, response_key, object)
            return self.convert_into_with_meta(raw, answer)
        return self._created(answer, response_key, is_whole=False)

    def _validate_create_nics(self, nics: requests.Nics) -> None:
        """Check that networks are named as the version takes them.

        :raises ValueError: they are not.
        """
        requests.NetworkChoice(self.api_version).check(nics)
