"""Trained systems that anybody may try: the folders they are in, and the process that runs them."""
