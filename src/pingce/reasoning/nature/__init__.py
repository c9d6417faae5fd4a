"""Items that need common knowledge of things: animals, plants, food, tools, with their categories and properties."""
