"""Sessions of the page's shell in processes of their own: a session changes its interpreter."""

from __future__ import annotations

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[3] / 'doc' / 'site' / 'python'))
