"""What benchmarks measure inside a run of pytest."""
