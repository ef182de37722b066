"""What every check rests on: JSON, digests, packets, rules, receipts."""
