"""Files, programs and earlier lines that examples of help need."""

from __future__ import annotations

PUBLIC_KEY = f'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{"A" * 43}'
FILES = {
    'boot.yaml': '#cloud-config\n',
    'id_ed25519.pub': PUBLIC_KEY,
    'deploy.sh': 'nova-mv server-list --limit 5\n',
}
PROGRAMS = {
    'ssh': 'exit 0',
    'ssh-keygen': f"""for file; do :; done
echo secret > "$file"
echo '{PUBLIC_KEY}' > "$file.pub"
""",
}
"""Other programs that examples start."""
BEFORE = {
    'server-create': ['keypair-create --pub-key id_ed25519.pub mine'],
    'server-ssh': [
        '--os-compute-api-version 2.1 server-floating-ip-add web-1 '
        '$(nova-mv --os-compute-api-version 2.1 floating-ip-create -c ip -f value)'
    ],
    'server-resize-confirm': ['server-resize --wait web-1 m1.small'],
    'server-resize-revert': ['server-resize --wait web-1 m1.small'],
    'server-volume-attach': [
        '--os-compute-api-version 2.1 volume-create 1 --name data-1',
        '--os-compute-api-version 2.1 volume-create 1 --name data-2',
    ],
    'server-volume-detach': [
        '--os-compute-api-version 2.1 volume-create 1 --name data-1',
        'server-volume-attach web-1 data-1',
    ],
    'baremetal-node-provide': ['baremetal-node-manage --wait -- metal-3'],
}
"""Lines that some examples need before them."""
