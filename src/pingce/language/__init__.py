"""What every stage needs to know of Chinese: words with parts of speech, and the words of space."""
