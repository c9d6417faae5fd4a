"""``pingce tour``: all seven stages on our own sentences, command by command, and the page that tells of it."""
