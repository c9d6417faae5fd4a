"""Word-sense systems: which glosses fit the word in its sentence, several of them perhaps."""
