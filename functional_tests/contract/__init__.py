"""The recorded facts of other implementations, and what of this project must agree with them."""
