"""How rules are proved: configurations are searched (`proof`), tallied by player count (`tally`), and asked
for facts.

A `Rule` is a value with its check, its needs and its settings. `questions` are what a check may ask of a
configuration; `by_count` answers what depends on totals alone. `elements` are what rules iterate over, `ink`
is what can be read off a drawn face, and `face_findings` are what rules say of it. `card_reads` notes which
cards a rule has read.
"""

__all__ = [
    "by_count",
    "card_reads",
    "elements",
    "face_findings",
    "ink",
    "proof",
    "questions",
    "rule",
    "steps",
    "tally",
]
