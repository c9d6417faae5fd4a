"""The grammar of the closed language: a sentence in Chinese or English becomes a statement, or is said to be unread."""
