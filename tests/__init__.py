"""The tests mirror the floors; beside them stand browser, races, security and golden."""
