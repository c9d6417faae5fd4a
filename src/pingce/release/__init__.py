"""From decided items to packs: grouped splits, answers apart from questions, card and checksums."""
