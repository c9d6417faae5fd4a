"""Items about when things happen: years of a life among known events of the world, days of a week."""
