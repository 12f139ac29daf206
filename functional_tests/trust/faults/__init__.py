"""Commands on a cloud whose answers go wrong, and healthy runs after that."""
