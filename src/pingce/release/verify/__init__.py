"""Whether a pack, or a folder of one, is what it says it is and shows nothing that is held back."""
