"""Usage of API versions, counted from logs: ``usage_of_files(['nova-api.log.gz']).usage``."""

from novaclient_mv.knowledge.usage.counts import Usage, of_summary
from novaclient_mv.knowledge.usage.logs import (
    Answer,
    LogUsage,
    usage_of_file,
    usage_of_files,
    usage_of_lines,
)

__all__ = [
    'Answer',
    'LogUsage',
    'Usage',
    'of_summary',
    'usage_of_file',
    'usage_of_files',
    'usage_of_lines',
]
