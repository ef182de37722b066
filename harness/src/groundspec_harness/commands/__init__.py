"""One module for each command: it reads the options, has the work done, and shows what came out."""
