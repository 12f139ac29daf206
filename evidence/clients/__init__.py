"""Programs of other clients of OpenStack, on a sandbox that is served."""
