"""Whatever happens to a project's files, a build ends in files or in findings that point into these files."""

from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from nineup import pipeline
from nineup.base.diagnostics import Findings, Status
from nineup.base.project import Project
from tiny import write_tiny

SCRAPS = (
    *(
        "",
        "~",
        "-1",
        "0",
        "1e9",
        "9" * 40,
        ".inf",
        "nan",
        "yes",
        "[]",
        "[rules]",
        "{}",
        "{a: 1}",
        "2-4",
        "4-2",
    ),
    *(
        "{{",
        "}}",
        "{% if %}",
        "{{ card.x }}",
        "{{ players / 0 }}",
        "players",
        "{gem}",
        "{",
        "}",
        "**",
        "\\",
        "|",
    ),
    *(
        "'",
        '"',
        "\t",
        "\x00",
        "\u202e",
        "é",
        "!!python/object:os.system",
        "&a [*a]",
        "*a",
        "<<: 3",
        "../up.svg",
    ),
    *(
        "M0 0L",
        "url(#x)",
        "#fff",
        "10mm",
        "-10mm",
        "0mm",
        "rotate(",
        "matrix(0 0 0 0 0 0)",
        "<g>",
        "</g>",
        "&lt;",
    ),
)
"""What is written where it does not belong."""


class Slip(tuple[int, int, str, str]):
    """A line and a column, both taken modulo what there is, what is done there, and a scrap to do it with."""

    def of(self, text: str) -> str:
        line, column, what, scrap = self
        lines = text.split("\n")
        line %= len(lines)
        old = lines[line]
        column %= len(old) + 1
        key, colon, _ = old.partition(":")
        lines[line] = {
            "insert": old[:column] + scrap + old[column:],
            "cut": old[:column],
            "value": f"{key}{colon} {scrap}",
            "indent": " " * (column % 9) + old.lstrip(),
            "lose": old[:column] + old[column + 1 :],
            "line": scrap,
        }[what]
        return "\n".join(lines)


SLIPS = st.builds(
    lambda *said: Slip(said),
    *(st.integers(0, 200), st.integers(0, 80)),
    *(st.sampled_from(("insert", "cut", "value", "indent", "lose", "line")), st.sampled_from(SCRAPS)),
)
FILES = ("cards/tiny/game.yaml", "cards/tiny/cards.yaml", "layouts/tiny/style.yaml")
DRAWINGS = ("layouts/tiny/card.svg", "layouts/tiny/chip.svg", "layouts/tiny/gem.svg")


@settings(
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example("layouts/tiny/style.yaml", [Slip((3, 0, "value", "[rules]"))])
@given(st.sampled_from(FILES + DRAWINGS), st.lists(SLIPS, min_size=1, max_size=3))
def test_a_garbled_file_is_built_or_reported(tmp_path: Path, file: str, slips: list[Slip]) -> None:
    root = write_tiny(tmp_path)
    text = (root / file).read_text(encoding="utf-8")
    for slip in slips:
        text = slip.of(text)
    (root / file).write_text(text, encoding="utf-8")
    output = tmp_path / "out"
    findings = Findings()
    outcome = pipeline.build(
        Project(root),
        "tiny",
        pipeline.RunChoice(),
        pipeline.PrintOptions(output=output),
        findings,
        lambda *_: None,
    )
    assert (outcome.status is not Status.DONE) == findings.failed
    assert bool(outcome.written) != findings.failed
    for written in outcome.written:
        assert written.path.exists()
        written.path.unlink()
    for span in (finding.span for finding in findings if finding.span):
        lines = (root / span.file).read_text(encoding="utf-8").splitlines()
        assert 1 <= span.line <= len(lines) + 1
        assert 1 <= span.column <= len(lines[span.line - 1] if span.line <= len(lines) else "") + 1
