"""python-novaclient's name for what programs and extensions need beside the client.

What prints, as ``print_list`` does, is not here: only the command line writes to the output.
"""

from __future__ import annotations

from novaclient_mv.compat.command_declarations import (
    add_arg,
    arg,
    env,
    get_service_type,
    isunauthenticated,
    service_type,
    unauthenticated,
)
from novaclient_mv.compat.find_resource import find_resource
from novaclient_mv.compat.query_strings import get_url_with_filter, prepare_query_string
from novaclient_mv.compat.recorded_times import record_time
from novaclient_mv.compat.written_values import (
    VALID_KEY_REGEX,
    flatten_dict,
    format_security_groups,
    format_servers_list_networks,
    is_integer_like,
    make_field_formatter,
    pretty_choice_dict,
    pretty_choice_list,
    safe_issubclass,
    validate_flavor_metadata_keys,
)

__all__ = [
    'VALID_KEY_REGEX',
    'add_arg',
    'arg',
    'env',
    'find_resource',
    'flatten_dict',
    'format_security_groups',
    'format_servers_list_networks',
    'get_service_type',
    'get_url_with_filter',
    'is_integer_like',
    'isunauthenticated',
    'make_field_formatter',
    'prepare_query_string',
    'pretty_choice_dict',
    'pretty_choice_list',
    'record_time',
    'safe_issubclass',
    'service_type',
    'unauthenticated',
    'validate_flavor_metadata_keys',
]
