"""What requests to the Compute API may contain, by version; imports parts of ``http``."""
