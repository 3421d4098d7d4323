"""What an expression says, without evaluating it as a whole: what it reads, compares, adds and prints."""

__all__ = ["cases", "comparisons", "reads", "sums", "templates", "truth"]
