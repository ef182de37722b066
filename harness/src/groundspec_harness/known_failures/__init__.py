"""Failures that are known: listed with a fingerprint, so that only what is new fails a run."""
