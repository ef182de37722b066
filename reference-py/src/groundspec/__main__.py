"""`python -m groundspec`."""

from groundspec.cli import main

main()
