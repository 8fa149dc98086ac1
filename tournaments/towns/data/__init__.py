"""The towns and the outline of the Netherlands and Belgium as files, and the script that makes them (NOTICE.md)."""
