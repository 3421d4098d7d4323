"""Prints unique decks on this machine or on a cluster, with the same result."""

from pathlib import Path

import msgspec

from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.pipeline.finishing import finish_name
from nineup.pipeline.plan import make_plan
from nineup.pipeline.run_files import Progress
from nineup.pipeline.unique.decks import UniqueRequest, make_printer
from nineup.pipeline.unique.shards import (
    ShardFolder,
    make_shards,
    on_this_machine,
    project_files,
    request_digest,
)


class UniqueResult(msgspec.Struct, frozen=True):
    """The folder of the decks, and the numbers of existing and new shards."""

    folder: Path
    there: int
    written: int


def print_unique(
    project: Project,
    request: UniqueRequest,
    output: Path | None,
    scheduler: str | None,
    processes: int,
    findings: Findings,
    progress: Progress,
) -> UniqueResult | None:
    """Prints unique decks, in `processes` or on the cluster of a scheduler; None after an error. Raises
    OSError.

    The bytes are the same wherever they are made.
    """
    printer = make_printer(project, request, findings, progress=progress)
    plan = make_plan(project, msgspec.structs.replace(request.printing, output=output), findings)
    if printer is None or plan is None:
        return None
    files = project_files(project, request.game)
    made_from = request_digest(request, files)
    language = f"-{request.choice.language}" if request.choice.language else ""
    name = f"unique-{request.seed}{language}{finish_name(plan)}"
    folder = ShardFolder(plan.output / request.game / name, request, made_from)
    if scheduler is None:
        make = on_this_machine(printer, folder, processes)
        counts = make_shards(folder, make, findings, progress=progress)
    else:
        try:
            from nineup.pipeline.unique.cluster import ClusterError, on_cluster
        except ImportError:
            hint = "pip install 'nineup[dask]'"
            findings.request_error(
                "cluster", "`--scheduler` needs Dask, which isn't installed", None, hint=hint
            )
            return None
        try:
            make = on_cluster(scheduler, request, made_from, files=files)
            counts = make_shards(folder, make, findings, progress=progress)
        except ClusterError as error:
            findings.request_error("cluster", str(error))
            return None
    return UniqueResult(folder.folder, *counts) if counts else None
