"""Flavors that administrators make, what hangs on them, and who may use them."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller


def _extra(cloud: Caller, specs: dict[str, Any], version: str) -> Answer:
    return cloud('POST', '/v2.1/flavors/1/os-extra_specs', version, {'extra_specs': specs})


@pytest.mark.parametrize('specs', [{'hw:cpu_policy': 'mine'}, {'hw:cpu_polici': 'shared'}])
def test_well_known_specs_are_checked_from_2_86(cloud: Caller, specs: dict[str, str]) -> None:
    assert _extra(cloud, specs, '2.85').status == 200
    assert _extra(cloud, specs, '2.86').status == 400
    assert _extra(cloud, {'hw:cpu_policy': 'shared', 'my:key': 'x'}, '2.86').status == 200


@pytest.mark.parametrize(
    ('key', 'good', 'bad'),
    [
        ('hw_rng:allowed', 'Y', 'maybe'),
        ('hw:cpu_cores', '1', '0'),
        ('hw:redirected_usb_ports', '15', '16'),
        ('hw:numa_cpus.1', '0-3,^2', 'all'),
        ('hw:mem_page_size', '2MB', '2PB'),
        ('quota:vif_inbound_peak', '0', '-1'),
        ('os:secure_boot', 'required', 'true'),
        ('pci_passthrough:alias', 'gpu:1, nic:2', 'gpu'),
        ('resources1:CUSTOM_GOLD', '-1', '1.5'),
        ('trait_a:HW_CPU_X86_AVX', 'forbidden', 'wanted'),
        ('group_policy', 'isolate', 'x'),
        ('hide_hypervisor_id', '0', '2'),
    ],
)
def test_spec_has_values_of_its_kind(cloud: Caller, key: str, good: str, bad: str) -> None:
    assert _extra(cloud, {key: good}, '2.86').status == 200
    assert _extra(cloud, {key: bad}, '2.86').status == 400


@pytest.mark.parametrize('key', ['mine', 'mine:x', 'hw', 'powervm:x', 'HW:x', 'group_policies'])
def test_names_of_no_known_namespace_are_free(cloud: Caller, key: str) -> None:
    assert _extra(cloud, {key: 'x'}, '2.86').status == 200
