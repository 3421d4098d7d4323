"""Shards of unique decks on a Dask cluster: workers get the project's files, make shards, and return their
bytes.

They need Nineup of the same version, but no shared folder. If a worker is lost, another one makes its shards.
"""

import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from distributed import Client, WorkerPlugin, as_completed, get_worker
from distributed.comm import CommClosedError, get_address_host, parse_address, parse_host_port
from distributed.scheduler import KilledWorker

from nineup import __version__
from nineup.base.diagnostics import Findings
from nineup.base.project import Project
from nineup.pipeline.unique.decks import DeckPrinter, Shard, UniqueRequest, make_printer
from nineup.pipeline.unique.shards import Make

AHEAD = 3
"""The number of shards requested at a time, for each thread of the cluster."""

PATIENCE = 20
"""The seconds after which a scheduler that doesn't respond is given up."""

RETRIES = 5
"""How often a shard is retried whose worker was lost."""

_printers: dict[tuple[str, int], DeckPrinter] = {}
_one_at_a_time = threading.Lock()
"""A worker may have several threads, but fonts and drawings support only one."""


class ClusterError(Exception):
    """A cluster that is unreachable or unusable; the message says why."""


class ProjectCopy(WorkerPlugin):  # type: ignore[misc]  # Dask has no types.
    """A Dask plugin that gives every worker, including later ones, the project's files."""

    def __init__(self, made_from: str, files: Mapping[str, bytes]) -> None:
        self.name = f"nineup-{made_from}"
        self._files = files

    def setup(self, worker: Any) -> None:
        """Writes the files to a temporary folder of the worker."""
        folder = Path(tempfile.mkdtemp(prefix=f"{self.name}-", dir=worker.local_directory))
        for path, data in self._files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        setattr(worker, _attribute(self.name), folder)


def _attribute(name: str) -> str:
    return name.replace("-", "_")


def give_files(client: Any, copy: ProjectCopy) -> None:
    """Gives every worker the project's files, again if one is lost meanwhile. Raises ClusterError."""
    for attempt in range(1 + RETRIES):
        try:
            client.register_plugin(copy)
            return
        except CommClosedError as error:
            if attempt == RETRIES:
                message = f"workers were lost each time that they were given the project's files: {error}"
                raise ClusterError(message) from error


def on_cluster(address: str, request: UniqueRequest, made_from: str, files: Mapping[str, bytes]) -> Make:
    """Makes shards on the cluster of a scheduler. Raises ClusterError when first used."""

    def make(wanted: Sequence[int]) -> Iterator[tuple[int, Shard]]:
        if not wanted:
            return
        _check_address(address)
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no Dask scheduler at {address}: {error}") from error
        with client:
            give_files(client, ProjectCopy(made_from, files))
            threads = sum(client.nthreads().values()) or 1
            left = iter(wanted)

            def submitted(shard: int) -> Any:
                key = f"nineup-{made_from}-{request.count}-{shard}"
                return client.submit(
                    make_shard, __version__, made_from, request, shard, key=key, pure=False, retries=RETRIES
                )

            futures = as_completed(map(submitted, islice(left, AHEAD * threads)), loop=client.loop)
            for future in futures:
                try:
                    shard = int(future.key.rpartition("-")[2])
                    yield shard, future.result()
                except KilledWorker as error:
                    raise ClusterError(f"every attempt lost its workers: {error}") from error
                futures.update(map(submitted, islice(left, 1)))

    return make


def _check_address(address: str) -> None:
    """Raises ClusterError for what `Client` would wait for in vain."""
    try:
        scheme, place = parse_address(address, strict="://" in address)
        get_address_host(address)  # Raises for an unknown scheme.
        if scheme != "inproc":
            parse_host_port(place)
    except ValueError as error:
        raise ClusterError(
            f"`{address}` is not the address of a Dask scheduler; write it like tcp://host:8786"
        ) from error


def make_shard(version: str, made_from: str, request: UniqueRequest, shard: int) -> Shard:
    """Makes a shard on a worker, from the project's files that it was given."""
    if version != __version__:
        raise ClusterError(f"a worker has Nineup {__version__}, not {version}")
    with _one_at_a_time:
        key = made_from, request.count
        if key not in _printers:
            folder = getattr(get_worker(), _attribute(f"nineup-{made_from}"))
            findings = Findings()
            printer = make_printer(
                Project(folder), request, findings, progress=lambda what, done, total: None
            )
            if printer is None:
                return Shard(errors=tuple([each for each in findings if each.severity == "error"]))
            _printers[key] = printer
        return _printers[key].shard(shard)
