"""What a data set is made of: sizes, lengths, genres, labels, senses."""
