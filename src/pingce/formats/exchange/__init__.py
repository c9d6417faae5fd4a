"""From other annotation tools and back to them: Label Studio and doccano."""
