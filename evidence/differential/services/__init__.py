"""The operations of each service that is compared."""
