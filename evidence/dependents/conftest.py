"""Where the programs and their environments are.

``NOVA_MV_DEPENDENTS`` names the folder that ``install.py`` has filled. Without it these tests are
not collected.
"""

from __future__ import annotations

from evidence.dependents import measuring

collect_ignore_glob = [] if measuring.FOLDER else ['test_*.py']
