"""Packets made by chance, put to one program or two, and the first failure made small.

`drawing` imports hypothesis and helps to combine strategies; `prose`, `quotations` and
`quote_policies` make packets of the check `quote`, `amounts`, `statements` and `facts` those of
`fact`, `packets` both, and some that must be refused. `asking` puts a packet to the programs and
names what is wrong. `searching` goes through packets until something is, `minimising` makes the
packet small, and `emitting` writes it as a vector.
"""
