"""From raw text and dictionary pages to items ready for annotation."""
