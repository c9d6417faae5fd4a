"""Requests and responses as such: the outer door, bodies, errors, hosts, figures of the process."""
