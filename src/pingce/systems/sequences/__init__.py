"""What the span and tuple systems share: texts as tagged words, linear sequence and choice models."""
