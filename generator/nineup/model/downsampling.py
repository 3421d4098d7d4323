"""Pictures with no more pixels than a print shows: each is made as small as its largest use in a run allows.

A picture of 5,000 by 4,000 pixels that is printed 50 mm wide has 2,540 pixels per inch. At most 300 of them
are wanted, so it is scaled to 591 by 472, once; a card that shows it smaller shows the same.
"""

from collections.abc import Iterable, Sequence

from nineup.base.geometry import IDENTITY, Matrix
from nineup.base.units import INCH
from nineup.model.art import scaled_image
from nineup.model.drawing import Face, Group, Image, Op, Path, PlacedImage, Tiling, Use
from nineup.model.recolour import Recolouring

_WORTH = 0.8
"""A picture is only scaled to less than this share of its sides: a little less wouldn't be worth the loss."""


def downsampled(faces: Iterable[Face | None], dpi: float) -> dict[Face, Face]:
    """Each face with a picture of more than `dpi` pixels per inch, and the face with that picture scaled."""
    needs = _Needs(dpi)
    showing = {face: needs.add(face.ops, IDENTITY) for face in faces if face is not None}
    smaller = {image: size for image, share in needs.shares.items() if (size := _size(image, share))}
    scaling = Recolouring(
        lambda colour: colour,
        image=lambda image: scaled_image(image, *smaller[image]) if image in smaller else image,
    )
    return {face: scaling.face(face) for face, images in showing.items() if images & smaller.keys()}


def _size(image: Image, share: float) -> tuple[int, int] | None:
    if share >= _WORTH:
        return None
    return max(1, round(image.width * share)), max(1, round(image.height * share))


class _Needs:
    """How much of each picture's pixels is needed, as a share of its sides."""

    def __init__(self, dpi: float) -> None:
        self._density = dpi / INCH
        self.shares: dict[Image, float] = {}

    def add(self, ops: Sequence[Op], matrix: Matrix) -> set[Image]:
        """Adds the pictures of operations, and returns them."""
        shown: set[Image] = set()
        for op in ops:
            match op:
                case PlacedImage():
                    image, scale = op.image, matrix.scale * self._density
                    share = max(op.box.width * scale / image.width, op.box.height * scale / image.height)
                    self.shares[image] = max(share, self.shares.get(image, 0.0))
                    shown.add(image)
                case Use():
                    shown |= self.add(op.form.ops, matrix @ op.matrix)
                case Group():
                    shown |= self.add(op.ops, matrix @ op.matrix)
                case Path() if isinstance(op.fill, Tiling):
                    shown |= self.add(op.fill.ops, matrix @ op.fill.matrix)
        return shown
