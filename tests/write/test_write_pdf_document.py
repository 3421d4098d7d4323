"""Documents read back: every object, text strings in any script, and both ways to save them."""

import io

import pikepdf
import pytest
from nineup.write.pdf_document import OBJECTS_PER_STREAM, Document, dictionary, text_string

VERSIONS = ((1, 3), (1, 4), (1, 5), (1, 6))

TITLES = ("Gem Thief", "a (b) \\\\ c)", "Spür: „é“", "\u5370\u5237 \U0001f48e", "two\nlines\r", "")


def filled(version: tuple[int, int], objects: int = 0) -> bytes:
    """A document with a page, a stream, all titles, and so many more objects."""
    document = Document(version)
    shared = document.reserve()
    content = document.add_stream({}, b"q Q\n")
    more = [document.add(dictionary({"Number": number})) for number in range(objects)]
    box = "[0 0 10 20]"
    entries = {
        "Type": "/Page",
        "Parent": document.tree,
        "MediaBox": box,
        "Resources": shared,
        "Contents": content,
    }
    document.add_page(dictionary(entries))
    document.put(shared, dictionary({"More": f"[{' '.join(more)}]"}))
    return document.save({f"Title{number}": text_string(title) for number, title in enumerate(TITLES)})


@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_added_is_read_back(version: tuple[int, int]) -> None:
    with pikepdf.open(io.BytesIO(filled(version, 2 * OBJECTS_PER_STREAM))) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.pdf_version == "{}.{}".format(*version)
        (page,) = pdf.pages
        assert page.Contents.read_bytes() == b"q Q\n"
        assert [each.Number for each in page.Resources.More] == list(range(2 * OBJECTS_PER_STREAM))
        assert [str(pdf.docinfo[f"/Title{number}"]) for number in range(len(TITLES))] == list(TITLES)


def test_objects_of_a_new_version_are_compressed_and_of_an_old_one_in_a_table() -> None:
    assert b"/ObjStm" in filled((1, 5))
    assert b"/Number" not in filled((1, 5), 3)
    assert b"\nxref\n0 " in filled((1, 4))
    assert b"/ObjStm" not in filled((1, 4))


def test_an_id_is_of_what_the_file_holds() -> None:
    ids = [pikepdf.open(io.BytesIO(filled((1, 5), count))).trailer.ID[0] for count in (0, 0, 1)]
    assert ids[0] == ids[1] != ids[2]
