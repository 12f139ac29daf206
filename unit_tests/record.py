"""Writes what is generated and in git: ``python -m unit_tests.record [PART ...]``.

The page "What is generated" says what each part is made of.
"""

from __future__ import annotations

import gc
import sys

from unit_tests import command_transcripts, readme_picture
from unit_tests.cli.showing import test_recorded_help
from unit_tests.cli.terminal import transcripts as terminal
from unit_tests.clouds import transcripts as clouds
from unit_tests.knowledge import reached
from unit_tests.knowledge import transcripts as knowledge
from unit_tests.policies import tables
from unit_tests.promise import declared
from unit_tests.sandbox import transcripts
from unit_tests.sandbox.state import write_state

PARTS = {
    'operations': reached.record,
    'promise': declared.record,
    'help': test_recorded_help.record,
    'state': write_state.record,
    'policies': tables.record,
    'transcripts': transcripts.record,
    'knowledge': knowledge.STORIES.record,
    'clouds': clouds.STORIES.record,
    'commands': command_transcripts.STORIES.record,
    'terminal': terminal.STORIES.record,
    'readme': readme_picture.record,
}

if __name__ == '__main__':
    # Syntax, and what is found in it, stays: to look for garbage takes as long again.
    gc.disable()
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
