"""`python -m groundspec_harness` is the command `groundspec-harness`."""

from groundspec_harness.cli import main

if __name__ == "__main__":
    main()
