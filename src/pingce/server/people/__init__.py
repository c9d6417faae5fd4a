"""Accounts and ways in: passwords, sessions, tokens, invites, groups, lists of people."""
