"""Tables of three to six players."""
