"""The conformance harness of groundspec: it runs any implementation against the vectors."""

__version__ = "0.1.0"
