"""Edits files of a project in place: only the source of the edited value is replaced, every other byte stays.

`edit(name, data, changes)` gives a file's new bytes. YAML keeps comments, order, styles and line breaks; CSV
keeps separators, quotes and encoding; SVG keeps quotes, entities, white space and drawing programs' own data.
An edit that can't be made is refused with a diagnostic at its place. `EditHistory` writes files whole,
refuses edits of files that have changed on disk, and undoes and redoes. `place_of_card` finds a card's entry,
`origins` the places of a text that is seen on a face, `drawn_elements` the elements of a drawing, which
`DrawingGeometry` moves, resizes and turns. `card_lists` finds the lists of a game; `fixed` applies a fix that
a finding knows; `add_field`, `rename_field`, `delete_field`, `change_type` and `move_field` change a field
with all its values. `shortest_amounts` writes a table by player counts. Pictures are `checked_picture` and
`matched` to cards, then written with them in one step, as `added_fonts` are with their licence.
`rename_colour` and `remove_colour` follow a colour of the palette into layouts. `imports` brings tables from
outside into a list.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names
from nineup.files.edit.cards import CardPlace, place_of_card
from nineup.files.edit.changes import (
    Change,
    Delete,
    Duplicate,
    Enclose,
    Insert,
    Move,
    Relocate,
    Rename,
    Set,
    SetSource,
    Unwrap,
    typed_like,
)
from nineup.files.edit.files import edit, refuse, text_of
from nineup.files.edit.history import (
    AddedFile,
    Conflict,
    EditHistory,
    EditOutcome,
    EditStep,
    FileVersion,
)
from nineup.files.edit.kept import ABSENT, file_digest
from nineup.files.edit.lists import ListError, ListId, card_lists, list_root, part_at
from nineup.files.edit.origins import Origin, origins
from nineup.files.edit.parts import parts
from nineup.files.edit.source import source_of

if TYPE_CHECKING:
    from nineup.files.edit.amounts import copies_by_players, copies_data, in_order, shortest_amounts
    from nineup.files.edit.csv_edit import csv_table
    from nineup.files.edit.drawing_links import DrawingUse, drawing_uses
    from nineup.files.edit.drawings.geometry import DrawingGeometry, Spot, drawn_elements
    from nineup.files.edit.drawings.inserting import element_source
    from nineup.files.edit.drawings.looks import LOOKS, DrawingLooks, Look, colors_in
    from nineup.files.edit.drawings.marks import EditorMarks, Guide, editor_marks, guide_change
    from nineup.files.edit.fields import (
        CardRef,
        FieldError,
        FieldHome,
        FieldUse,
        FileChanges,
        Misfit,
        Retyping,
        SharedFieldError,
        add_field,
        change_type,
        check_field,
        delete_field,
        field_uses,
        home_of,
        move_field,
        rename_everywhere,
        rename_field,
    )
    from nineup.files.edit.fixing import can_fix, fixed, place_of_fix, with_rules
    from nineup.files.edit.font_files import CheckedLicence, added_fonts, checked_licence
    from nineup.files.edit.imports.source import ImportRefusedError, ImportWish
    from nineup.files.edit.palettes import (
        ColourUse,
        PaletteError,
        colour_uses,
        remove_colour,
        rename_colour,
        style_path,
    )
    from nineup.files.edit.parts import Data, SourcePart, ValuePath
    from nineup.files.edit.pasted_lists import ConvertedList, converted_list, fields_by_file, what_is_left
    from nineup.files.edit.pictures import CheckedPicture, Matched, checked_picture, matched, picture_place
    from nineup.files.edit.player_counts import named_players
    from nineup.files.edit.rows import EditRefusedError
    from nineup.files.edit.safe_fixes import AppliedFix, FixedFiles, with_safe_fixes
    from nineup.files.edit.whole_drawings import (
        UsedError,
        blank_drawing,
        copied_drawing,
        moved_drawing,
        refuse_bound_art,
        refuse_lost_ids,
        removed_drawing,
        with_size,
    )
else:
    __getattr__ = late_names(
        __name__,
        {
            "amounts": ("copies_by_players", "copies_data", "in_order", "shortest_amounts"),
            "csv_edit": ("csv_table",),
            "drawings.geometry": ("DrawingGeometry", "Spot", "drawn_elements"),
            "drawings.inserting": ("element_source",),
            "drawings.marks": ("EditorMarks", "Guide", "editor_marks", "guide_change"),
            "drawing_links": ("DrawingUse", "drawing_uses"),
            "whole_drawings": (
                "UsedError",
                "blank_drawing",
                "copied_drawing",
                "moved_drawing",
                "refuse_bound_art",
                "refuse_lost_ids",
                "removed_drawing",
                "with_size",
            ),
            "drawings.looks": ("LOOKS", "DrawingLooks", "Look", "colors_in"),
            "fields": (
                "CardRef",
                "FieldError",
                "FieldHome",
                "FieldUse",
                "FileChanges",
                "Misfit",
                "Retyping",
                "SharedFieldError",
                "add_field",
                "change_type",
                "check_field",
                "delete_field",
                "field_uses",
                "home_of",
                "move_field",
                "rename_everywhere",
                "rename_field",
            ),
            "fixing": ("can_fix", "fixed", "place_of_fix", "with_rules"),
            "safe_fixes": ("AppliedFix", "FixedFiles", "with_safe_fixes"),
            "font_files": ("CheckedLicence", "added_fonts", "checked_licence"),
            "imports.source": ("ImportRefusedError", "ImportWish"),
            "pasted_lists": ("ConvertedList", "converted_list", "fields_by_file", "what_is_left"),
            "player_counts": ("named_players",),
            "palettes": (
                "ColourUse",
                "PaletteError",
                "colour_uses",
                "remove_colour",
                "rename_colour",
                "style_path",
            ),
            "parts": ("Data", "SourcePart", "ValuePath"),
            "pictures": ("CheckedPicture", "Matched", "checked_picture", "matched", "picture_place"),
            "rows": ("EditRefusedError",),
        },
    )

__all__ = [
    "ABSENT",
    "LOOKS",
    "AddedFile",
    "AppliedFix",
    "CardPlace",
    "CardRef",
    "Change",
    "CheckedLicence",
    "CheckedPicture",
    "ColourUse",
    "Conflict",
    "ConvertedList",
    "Data",
    "Delete",
    "DrawingGeometry",
    "DrawingLooks",
    "DrawingUse",
    "Duplicate",
    "EditHistory",
    "EditOutcome",
    "EditRefusedError",
    "EditStep",
    "EditorMarks",
    "Enclose",
    "FieldError",
    "FieldHome",
    "FieldUse",
    "FileChanges",
    "FileVersion",
    "FixedFiles",
    "Guide",
    "ImportRefusedError",
    "ImportWish",
    "Insert",
    "ListError",
    "ListId",
    "Look",
    "Matched",
    "Misfit",
    "Move",
    "Origin",
    "PaletteError",
    "Relocate",
    "Rename",
    "Retyping",
    "Set",
    "SetSource",
    "SharedFieldError",
    "SourcePart",
    "Spot",
    "Unwrap",
    "UsedError",
    "ValuePath",
    "add_field",
    "added_fonts",
    "blank_drawing",
    "can_fix",
    "card_lists",
    "change_type",
    "check_field",
    "checked_licence",
    "checked_picture",
    "colors_in",
    "colour_uses",
    "converted_list",
    "copied_drawing",
    "copies_by_players",
    "copies_data",
    "csv_table",
    "delete_field",
    "drawing_uses",
    "drawn_elements",
    "edit",
    "editor_marks",
    "element_source",
    "field_uses",
    "fields_by_file",
    "file_digest",
    "fixed",
    "guide_change",
    "home_of",
    "in_order",
    "list_root",
    "matched",
    "move_field",
    "moved_drawing",
    "named_players",
    "origins",
    "part_at",
    "parts",
    "picture_place",
    "place_of_card",
    "place_of_fix",
    "refuse",
    "refuse_bound_art",
    "refuse_lost_ids",
    "remove_colour",
    "removed_drawing",
    "rename_colour",
    "rename_everywhere",
    "rename_field",
    "shortest_amounts",
    "source_of",
    "style_path",
    "text_of",
    "typed_like",
    "what_is_left",
    "with_rules",
    "with_safe_fixes",
    "with_size",
]
