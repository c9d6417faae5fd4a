"""What can be done in a campaign, one file per subject.

Every function takes the session and the actor first, checks who may, applies steps of the workflow, writes events
and never commits: ``pingce.store.database.transaction`` does, once. ``at`` is the time, for tests; without it the
database's clock counts. They raise NotFound, NotAllowed, Conflict or Refused and then nothing has changed.
"""
