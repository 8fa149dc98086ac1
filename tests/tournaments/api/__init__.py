"""The API: tokens, operations that write, what they may."""
