"""Our spatial lexicon: words, groups, rules, as readable data files."""
