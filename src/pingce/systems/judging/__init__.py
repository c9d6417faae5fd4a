"""Is the text right, and does a reason hold?"""
