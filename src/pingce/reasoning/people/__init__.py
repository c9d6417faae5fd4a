"""Items about who is whose: families, couples, colleagues, teachers and friends."""
