"""Requests and answers of every service: routes, schemas, versions; imports ``state`` only."""
