"""Ready-made rules about numbers: of cards, tokens, sums and sets; with the exact searches that some need."""
