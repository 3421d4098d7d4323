"""The pipeline: load, select, typeset, impose, write. Only this package knows their order.

`build` prints a game; `check` reports every mistake of one. `build` is `draw` (a run's faces), `make_files`
(files in memory) and `publish_files`, which alone writes to disk. Mistakes are added to `findings`; a
`BuildResult` has the status. `Stages` are the pure stages, which `incremental` replaces by cached ones.
Modules are imported when one of their names is used: a check of unchanged files needs hardly any.
"""

from typing import TYPE_CHECKING

from nineup.base.late_names import late_names

if TYPE_CHECKING:
    from nineup.layout.typeset import Drawn
    from nineup.pipeline.appendix import APPENDIX_FORMATS, AppendixRequest, build_appendix, rules_files
    from nineup.pipeline.building import build, draw, make_calibration_pdf, make_schemas, rules_path
    from nineup.pipeline.builds import BuildRequest, Builds
    from nineup.pipeline.cutting_out import cut_edge, cut_out, with_bleed
    from nineup.pipeline.divided import DividedStages
    from nineup.pipeline.draws import (
        Distribution,
        Draws,
        exact_distribution,
        is_too_large,
        needs_simulation,
        shuffled_pile,
        simulated_distribution,
    )
    from nineup.pipeline.finishing import finish_name
    from nineup.pipeline.importing import ImportPlan, draw_import, plan_import
    from nineup.pipeline.new_game import TEMPLATES, Template, missing_styles, start_game, template_named
    from nineup.pipeline.plan import InkUse, PrintOptions, PrintPlan, RunChoice, make_plan
    from nineup.pipeline.printed import PrintedTable, key_of, record_drawn
    from nineup.pipeline.proof.checked import Checked, Narrowing
    from nineup.pipeline.proof.checks import check, check_games, check_sheets
    from nineup.pipeline.proof.memory import GameMemory
    from nineup.pipeline.proposed_game import POKER, TILE, LayoutPlace, game_from_table, layout_of_fields
    from nineup.pipeline.publish import BuildResult, OutputFile, publish_files, run_folder_name
    from nineup.pipeline.rendered_faces import render_faces
    from nineup.pipeline.run_files import (
        Leaflet,
        Progress,
        RunFile,
        RunFiles,
        draft_notice,
        group_by_shape,
        lay_out,
        left_out,
        make_files,
        make_leaflets,
        make_page_pictures,
        make_sheets,
        pages_of,
        pdf_name,
    )
    from nineup.pipeline.runs import choose_run, in_language, load
    from nineup.pipeline.stages import DrawnRun, Stages, make_engine
    from nineup.pipeline.template_pictures import template_picture
    from nineup.pipeline.workbook_conversion import Suffix, TextList, text_list, workbook_lists
else:
    __getattr__ = late_names(
        __name__,
        {
            "appendix": (
                "APPENDIX_FORMATS",
                "AppendixRequest",
                "build_appendix",
                "rules_files",
            ),
            "building": (
                "build",
                "draw",
                "make_calibration_pdf",
                "make_schemas",
                "rules_path",
            ),
            "builds": ("BuildRequest", "Builds"),
            "cutting_out": (
                "cut_edge",
                "cut_out",
                "with_bleed",
            ),
            "divided": ("DividedStages",),
            "draws": (
                "Distribution",
                "Draws",
                "exact_distribution",
                "is_too_large",
                "needs_simulation",
                "shuffled_pile",
                "simulated_distribution",
            ),
            "finishing": ("finish_name",),
            "importing": ("ImportPlan", "draw_import", "plan_import"),
            "new_game": ("TEMPLATES", "Template", "missing_styles", "start_game", "template_named"),
            "plan": (
                "InkUse",
                "PrintOptions",
                "PrintPlan",
                "RunChoice",
                "make_plan",
            ),
            "printed": (
                "PrintedTable",
                "key_of",
                "record_drawn",
            ),
            "proof.checked": ("Checked", "Narrowing"),
            "proof.checks": ("check", "check_games", "check_sheets"),
            "proof.memory": ("GameMemory",),
            "proposed_game": ("POKER", "TILE", "LayoutPlace", "game_from_table", "layout_of_fields"),
            "publish": (
                "BuildResult",
                "OutputFile",
                "publish_files",
                "run_folder_name",
            ),
            "rendered_faces": ("render_faces",),
            "run_files": (
                "Leaflet",
                "Progress",
                "RunFile",
                "RunFiles",
                "draft_notice",
                "group_by_shape",
                "lay_out",
                "left_out",
                "make_files",
                "make_leaflets",
                "make_page_pictures",
                "make_sheets",
                "pages_of",
                "pdf_name",
            ),
            "runs": ("choose_run", "in_language", "load"),
            "stages": ("Drawn", "DrawnRun", "Stages", "make_engine"),
            "template_pictures": ("template_picture",),
            "workbook_conversion": ("Suffix", "TextList", "text_list", "workbook_lists"),
        },
    )

__all__ = [
    "APPENDIX_FORMATS",
    "POKER",
    "TEMPLATES",
    "TILE",
    "AppendixRequest",
    "BuildRequest",
    "BuildResult",
    "Builds",
    "Checked",
    "Distribution",
    "DividedStages",
    "Drawn",
    "DrawnRun",
    "Draws",
    "GameMemory",
    "ImportPlan",
    "InkUse",
    "LayoutPlace",
    "Leaflet",
    "Narrowing",
    "OutputFile",
    "PrintOptions",
    "PrintPlan",
    "PrintedTable",
    "Progress",
    "RunChoice",
    "RunFile",
    "RunFiles",
    "Stages",
    "Suffix",
    "Template",
    "TextList",
    "build",
    "build_appendix",
    "check",
    "check_games",
    "check_sheets",
    "choose_run",
    "cut_edge",
    "cut_out",
    "draft_notice",
    "draw",
    "draw_import",
    "exact_distribution",
    "finish_name",
    "game_from_table",
    "group_by_shape",
    "in_language",
    "is_too_large",
    "key_of",
    "lay_out",
    "layout_of_fields",
    "left_out",
    "load",
    "make_calibration_pdf",
    "make_engine",
    "make_files",
    "make_leaflets",
    "make_page_pictures",
    "make_plan",
    "make_schemas",
    "make_sheets",
    "missing_styles",
    "needs_simulation",
    "pages_of",
    "pdf_name",
    "plan_import",
    "publish_files",
    "record_drawn",
    "render_faces",
    "rules_files",
    "rules_path",
    "run_folder_name",
    "shuffled_pile",
    "simulated_distribution",
    "start_game",
    "template_named",
    "template_picture",
    "text_list",
    "with_bleed",
    "workbook_lists",
]
