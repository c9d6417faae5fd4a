"""A demo that explains itself: people of every role, a campaign of every kind, a week of work on our own examples.

Everything happens through the services that the pages use; only the clock is set back.
"""
