"""What pages of several kinds are made of: templates, figures, numbers, terms, navigation, metadata."""
