"""Nineup: a YAML card database, SVG layouts, and sheets of paper that cut out right.

This is the public API, for programs and plug-ins (docs/api.md): functions that load, check, draw, impose and
build a game, the data that they return, and what a rule, a shape and a command are made of. Each name is
imported when it is first used.
"""

TYPE_CHECKING = False
"""As in `typing`, which is not imported here, and nothing else is: started with -m, the current folder,
perhaps a stranger's project, is on the import path until `__main__` has removed it.
"""

__version__ = "0.1.0"

if TYPE_CHECKING:
    from nineup.api import (
        GroupSheets,
        build_game,
        check_game,
        draw_faces,
        impose_sheets,
        load_game,
        make_record,
    )
    from nineup.base.diagnostics import Diagnostic, Findings, Span, Status
    from nineup.base.geometry import Box, Matrix, Size
    from nineup.base.project import Project, ProjectError
    from nineup.base.units import INCH, MM
    from nineup.cli.common import (
        exit_with,
        find_project,
        games_argument,
        report_findings,
        resolve_game,
        resolve_games,
    )
    from nineup.faces.record import PrintRecord, record_text
    from nineup.faces.shapes import Assembled, Shape
    from nineup.faces.shapes.shape import Faces, ShapeMistake
    from nineup.layout.typeset import Drawn
    from nineup.model.drawing import (
        Face,
        Group,
        Image,
        Op,
        Path,
        PlacedImage,
        Stroke,
        Text,
        Use,
        circle,
        rectangle,
    )
    from nineup.model.game import Card, Component, Game, Item, Part, RuleEntry, Run
    from nineup.model.paper import Page, Piece, Placement, Sheet, SheetSpec
    from nineup.pipeline import BuildResult, DrawnRun, OutputFile, PrintOptions, Progress, RunChoice
    from nineup.rules import Proved, Rule, RuleRow
    from nineup.rules.engine.proof import Proof
    from nineup.schema import (
        AMOUNT,
        COMPONENT,
        FIELD,
        FORMULA,
        LENGTH,
        LIST,
        TEXT,
        WORD,
        YES_NO,
        Key,
        Keyword,
        ListOf,
        MapOf,
        Number,
        Record,
        WholeNumber,
    )
else:
    _MODULES = {
        "api": (
            "GroupSheets",
            "build_game",
            "check_game",
            "draw_faces",
            "impose_sheets",
            "load_game",
            "make_record",
        ),
        "base.diagnostics": ("Diagnostic", "Findings", "Span", "Status"),
        "base.geometry": ("Box", "Matrix", "Size"),
        "base.project": ("Project", "ProjectError"),
        "base.units": ("INCH", "MM"),
        "cli.common": (
            "exit_with",
            "find_project",
            "games_argument",
            "report_findings",
            "resolve_game",
            "resolve_games",
        ),
        "faces.record": ("PrintRecord", "record_text"),
        "faces.shapes": ("Assembled", "Shape"),
        "faces.shapes.shape": ("Faces", "ShapeMistake"),
        "layout.typeset": ("Drawn",),
        "model.drawing": (
            "Face",
            "Group",
            "Image",
            "Op",
            "Path",
            "PlacedImage",
            "Stroke",
            "Text",
            "Use",
            "circle",
            "rectangle",
        ),
        "model.game": ("Card", "Component", "Game", "Item", "Part", "RuleEntry", "Run"),
        "model.paper": ("Page", "Piece", "Placement", "Sheet", "SheetSpec"),
        "pipeline": ("BuildResult", "DrawnRun", "OutputFile", "PrintOptions", "Progress", "RunChoice"),
        "rules": ("Proved", "Rule", "RuleRow"),
        "rules.engine.proof": ("Proof",),
        "schema": (
            "AMOUNT",
            "COMPONENT",
            "FIELD",
            "FORMULA",
            "LENGTH",
            "LIST",
            "TEXT",
            "WORD",
            "YES_NO",
            "Key",
            "Keyword",
            "ListOf",
            "MapOf",
            "Number",
            "Record",
            "WholeNumber",
        ),
    }

    def __getattr__(name: str) -> object:
        from nineup.base.late_names import late_names

        return late_names(__name__, _MODULES)(name)


__all__ = [
    "AMOUNT",
    "COMPONENT",
    "FIELD",
    "FORMULA",
    "INCH",
    "LENGTH",
    "LIST",
    "MM",
    "TEXT",
    "WORD",
    "YES_NO",
    "Assembled",
    "Box",
    "BuildResult",
    "Card",
    "Component",
    "Diagnostic",
    "Drawn",
    "DrawnRun",
    "Face",
    "Faces",
    "Findings",
    "Game",
    "Group",
    "GroupSheets",
    "Image",
    "Item",
    "Key",
    "Keyword",
    "ListOf",
    "MapOf",
    "Matrix",
    "Number",
    "Op",
    "OutputFile",
    "Page",
    "Part",
    "Path",
    "Piece",
    "PlacedImage",
    "Placement",
    "PrintOptions",
    "PrintRecord",
    "Progress",
    "Project",
    "ProjectError",
    "Proof",
    "Proved",
    "Record",
    "Rule",
    "RuleEntry",
    "RuleRow",
    "Run",
    "RunChoice",
    "Shape",
    "ShapeMistake",
    "Sheet",
    "SheetSpec",
    "Size",
    "Span",
    "Status",
    "Stroke",
    "Text",
    "Use",
    "WholeNumber",
    "build_game",
    "check_game",
    "circle",
    "draw_faces",
    "exit_with",
    "find_project",
    "games_argument",
    "impose_sheets",
    "load_game",
    "make_record",
    "record_text",
    "rectangle",
    "report_findings",
    "resolve_game",
    "resolve_games",
]
