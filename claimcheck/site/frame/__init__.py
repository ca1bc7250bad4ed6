"""What pages of several kinds are made of: templates, exhibits, terms, navigation, metadata, assets."""
