"""One file per subtask; everything else asks the catalogue."""
