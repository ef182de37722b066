"""What a check makes of documents whose facts are known: the check `fact/0.1` measured.

`measure.measure` reads a folder of gold, decides every run, and gives what is counted.
"""
