"""A project in which some files have a different content than on disk."""

from collections.abc import Mapping

from nineup.base.project import Project


class EditedProject(Project):
    """Reads the given files, by path, and everything else as the project does."""

    def __init__(self, project: Project, files: Mapping[str, bytes]) -> None:
        super().__init__(project.root)
        self._files = files

    def read(self, path: str) -> bytes:
        return self._files[path] if path in self._files else super().read(path)

    def exists(self, path: str) -> bool:
        return path in self._files or super().exists(path)
