"""CSS: selectors, rules, and the cascade that gives each element its properties (`cascade`)."""

__all__ = ["cascade", "properties", "selectors", "style_rules"]
