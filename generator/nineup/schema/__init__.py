"""Reads what users write in YAML: located nodes, and types that read them and describe themselves to editors.

Everything that users write is read by a `Type`. Its `read(node, scope)` returns the node's value, or reports
a mistake at the node's line and column and returns something harmless, so one run reports every mistake of a
file. Its `schema(names)` is the same type as JSON Schema. To declare a record, such as the settings of a
rule, list its keys:

    SETTINGS = Record(
        {
            "in": Key(COMPONENT, "The component whose cards are counted.", required=True),
            "field": Key(FIELD, "A field of its cards, such as `doors.cost`.", required=True),
            "of": Key(LIST, "The list that the items are from.", required=True),
            "times": Key(WholeNumber(1), "How often each appears; default 1.", default=1),
        },
        example="combinations: {in: story, field: colors, of: color, take: 3}",
        checks=(field_of("in", "field"),),  # checks across keys; see also `one_of`
    )
    RULE = Rule(code="combinations", …, settings=SETTINGS)

`entry.settings` is then a dict of plain values: the given keys, and the defaults of the others. Components,
lists and fields are names, known to exist. Types: `TEXT`, `WORD` (an id), `YES_NO`, `WholeNumber(least,
most)`, `Number(least, most)`, `Keyword(words)`, `LENGTH`, `AMOUNT` (a number or an expression), `FORMULA` (an
expression, with its own place), `COMPONENT`, `PILE` (a component or a pile), `LIST`, `FIELD`, `ELEMENTS`
(what a rule iterates over), `ListOf(type)`, `MapOf(type, keys=type)`, `Record`, `KeywordOr`. A check is a
function of the values and of `RecordBeingRead`, whose `error(message, key, hint)` reports a mistake at a
key's value.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.schema.files import open_file, read_yaml
from nineup.schema.names import COMPONENT, ELEMENTS, FIELD, LIST, PILE, field_of, one_of, values_at
from nineup.schema.records import Key, KeywordOr, ListOf, MapOf, Record, RecordBeingRead, struct_record
from nineup.schema.scope import Names, Scope, Type
from nineup.schema.types import (
    AMOUNT,
    FORMULA,
    LENGTH,
    NODE,
    SIGNED_LENGTH,
    TEXT,
    WORD,
    YES_NO,
    Keyword,
    Number,
    Parsed,
    Prose,
    WholeNumber,
    as_id,
)

if TYPE_CHECKING:
    from nineup.schema.nodes import Scalar
    from nineup.schema.yaml_tree import decode_text
else:
    __getattr__ = late_names(
        __name__,
        {
            "nodes": ("Scalar",),
            "yaml_tree": ("decode_text",),
        },
    )

__all__ = [
    "AMOUNT",
    "COMPONENT",
    "ELEMENTS",
    "FIELD",
    "FORMULA",
    "LENGTH",
    "LIST",
    "NODE",
    "PILE",
    "SIGNED_LENGTH",
    "TEXT",
    "WORD",
    "YES_NO",
    "Key",
    "Keyword",
    "KeywordOr",
    "ListOf",
    "MapOf",
    "Names",
    "Number",
    "Parsed",
    "Prose",
    "Record",
    "RecordBeingRead",
    "Scalar",
    "Scope",
    "Type",
    "WholeNumber",
    "as_id",
    "decode_text",
    "field_of",
    "one_of",
    "open_file",
    "read_yaml",
    "struct_record",
    "values_at",
]
