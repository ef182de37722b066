"""Facts checked: packets from what users give, and every decision in sentences."""
