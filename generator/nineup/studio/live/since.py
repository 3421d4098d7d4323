"""Changes since the last recorded print or, for a game without one, since the studio started."""

import msgspec

from nineup.base.diagnostics import Findings
from nineup.changes.reprint import find_record
from nineup.faces.record import PrintRecord
from nineup.studio.live.snapshot import PieceView, Snapshot
from nineup.studio.live.workspace import Session


class Since(msgspec.Struct, frozen=True):
    """The comparison of a run's pieces: `what` is the reference in words, `keys` are the pieces that differ."""

    what: str
    keys: frozenset[str]


def changed_since(session: Session, snapshot: Snapshot) -> Since:
    """The pieces that look different from those of the last print, or are new."""
    record = session.record(lambda: _last(session, snapshot))
    if record is None:
        earlier = session.first_faces
        keys = frozenset(piece.key for piece in snapshot.pieces if earlier.get(piece.key) != piece.printed)
        return Since("since the studio began", keys)
    printed = {
        (component, card, pieces.owner, *pieces.faces)
        for component, known in record.components.items()
        for card, entry in known.cards.items()
        for pieces in entry.pieces
    }
    keys = frozenset(piece.key for piece in snapshot.pieces if _identity(piece) not in printed)
    return Since(f"since print {record.name}", keys)


def _last(session: Session, snapshot: Snapshot) -> PrintRecord | None:
    project = session.project
    return find_record(project, snapshot.game_id, None, Findings())


def _identity(piece: PieceView) -> tuple[str, str, str, str, str]:
    part = piece.part
    return part.component.id, part.card.id, part.owner or "", *piece.printed
