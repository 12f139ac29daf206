"""Makes an ISO image of a directory, with whichever program of this machine does that."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile

from novaclient_mv import errors

PROGRAMS = ('genisoimage', 'mkisofs', 'xorrisofs')
# The guest finds a configdrive by this label.
_LABEL = 'config-2'


def made_of(directory: str) -> bytes:
    """The image of a directory."""
    program = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    if program is None:
        raise errors.CommandError(
            f'A configdrive is made of a directory by one of {", ".join(PROGRAMS)}, '
            'and none of them is installed.'
        )
    with tempfile.TemporaryDirectory() as folder:
        image = os.path.join(folder, 'image')
        words = [program, '-quiet', '-o', image, '-J', '-r', '-V', _LABEL, directory]
        done = subprocess.run(words, capture_output=True, check=False)
        if done.returncode != 0:
            complaint = done.stderr.decode('utf-8', 'replace').strip()
            raise errors.CommandError(f'{os.path.basename(program)} failed: {complaint}')
        with open(image, 'rb') as file:
            return file.read()
