"""The modules of one of the two clients."""
