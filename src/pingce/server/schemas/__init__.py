"""What travels over HTTP, one file per subject; the browser's client is generated from these."""
