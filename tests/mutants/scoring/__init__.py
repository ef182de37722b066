"""How strong the vectors are: mutants of the reference's rule modules, judged by them alone.

`sites` walks the syntax trees, `operators` and `patterns` make the mutants, `judge` decides one in
a process of its own, `pool` starts these, `sample` says in which order, `declared` reads what was
declared equivalent, `score` counts and prints.
"""
