"""Boundaries (8.3, 8.5): where a quotation may not begin or end, and what it leaves off there."""
