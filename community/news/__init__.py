"""News of the site and of organizations: drafts, planned publishing, a picture, what has been taken back."""
