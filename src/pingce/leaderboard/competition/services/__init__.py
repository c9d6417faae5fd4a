"""Competitions in the database: services take ``(db, actor, …)``, check who may, and never commit."""
