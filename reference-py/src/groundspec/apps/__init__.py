"""Applications of the checks, without the command line that starts them."""
