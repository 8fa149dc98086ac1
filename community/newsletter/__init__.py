"""The newsletter: who asked for it and confirmed that, and news on its way to them by mail."""
