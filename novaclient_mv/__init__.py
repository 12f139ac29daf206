"""Client for the OpenStack Compute API, with API microversions at its heart."""

from novaclient_mv import api_versions

__version__ = '0.1.0'

API_MIN_VERSION = api_versions.API_MIN_VERSION
API_MAX_VERSION = api_versions.API_MAX_VERSION
