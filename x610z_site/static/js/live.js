// Live updates: filled in below.
