"""The sentences behind the examples, with their answers, written as a linguist would write them down."""
