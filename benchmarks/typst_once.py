"""Compile FOLDER/sheet.typ to OUT: Typst's side of the benchmark, as a process of its own."""

import sys

import typst

folder, out = sys.argv[1:]
typst.compile(
    f"{folder}/sheet.typ",
    output=out,
    root=folder,
    font_paths=[f"{folder}/fonts"],
    ignore_system_fonts=True,
    pdf_tags=False,
)
