"""`gate`: what changed between two states of the specification, how much it breaks, what it lacks.

`sides` reads the two states, `compare_*` find the changes, each of a kind that `kinds` lists with
its class; `demands` says what such a change has to bring along, and `waivers` what is excused.
Nothing is decided here: whether a change of words changes decisions, the old vectors tell, by their
receipts or by the answers of a program.
"""
