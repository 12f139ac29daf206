"""What the Compute API ended by 2.42: proxies of other services, and control of hosts."""
