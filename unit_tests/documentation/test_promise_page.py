"""The page of what stays: its facts are those of the code and of the package."""

from __future__ import annotations

import re

import pytest

from novaclient_mv.services import SERVICES, Service
from unit_tests.source import ROOT

PAGE = (ROOT / 'doc' / 'source' / 'reference' / 'promise.rst').read_text(encoding='utf-8')


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_page_tells_the_first_version_and_release_of_each_service(service: Service) -> None:
    title = service.title.removeprefix('the ').removeprefix('OpenStack ').removesuffix(' API')
    (row,) = re.findall(rf'^{title}  +(.*)$', PAGE, re.MULTILINE)
    versions, releases = re.split(r'   +', row)
    assert versions.startswith(f'{service.range.start} and later')
    assert ('from before microversions' in versions) is (service.unversioned not in service.range)
    assert re.fullmatch(rf'{service.releases.names()[0]} \(\d+\) and later', releases)


def test_page_tells_the_pythons_of_the_package() -> None:
    setup = (ROOT / 'setup.py').read_text(encoding='utf-8')
    pythons = re.findall(r'Programming Language :: Python :: (3\.\d+)', setup)
    section = ' '.join(PAGE.partition('Pythons\n=======\n')[2].split())
    assert section.startswith(f'{", ".join(pythons[:-1])} and {pythons[-1]}. ')
