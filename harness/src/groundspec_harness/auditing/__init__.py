"""Auditing kept packets and receipts: found, paired by digest, derived again, and reported.

`containers` lists the files of a folder or archive, `documents` the packets and receipts in them,
`index` pairs these, `examining` asks a program about each pair, `state` remembers what it said, and
`report` counts. Contents are read, used and dropped; what is kept of each is its place and digests.
"""
