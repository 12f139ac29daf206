"""Requests and answers: routes, declarations, transports."""
