"""Tests of the package, without a network.

Bytecode is written whatever the environment says: hundreds of processes, and the workers of the
next session, would each compile the same modules again, which takes longer than what they do.
"""

import os
import sys

os.environ.pop('PYTHONDONTWRITEBYTECODE', None)
sys.dont_write_bytecode = False
