"""Asking each vector again: in other surroundings, in other ways, and in other words.

A program decides by the packet alone, so its answers must not change with the time zone, the order
of requests or the working directory; and where a packet is changed so that SPEC.md says what
becomes of its receipt, that must have become of it. The baseline is the program's own first answer,
right or wrong.

`variations` lists all that is varied, as data; `prober` asks; `outcome` holds what came out.
"""
