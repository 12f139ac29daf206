"""Where the original and its tests are.

``NOVA_MV_ORIGINAL`` names the folder that ``install.py`` has filled. Without it these tests are not
collected.
"""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get('NOVA_MV_ORIGINAL') else ['test_*.py']
