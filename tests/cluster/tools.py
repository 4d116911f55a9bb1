"""What the tests of the cluster share: two nodes of this machine, each with a cache of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HEAD, OTHER = "head", "other"


class TwoNodes:
    """Ray cluster of two nodes with one processor each."""

    def __init__(self, folder: Path) -> None:
        from ray.cluster_utils import Cluster

        self._folder = folder
        self._cluster = Cluster(initialize_head=True, head_node_args=self._node(HEAD))
        self.other: Any = None
        self.add_other()

    @property
    def address(self) -> str:
        return str(self._cluster.address)

    def add_other(self) -> None:
        self.other = self._cluster.add_node(**self._node(OTHER))
        self._cluster.wait_for_nodes()

    def kill_other(self) -> None:
        """End a node as a power cut would: none of its processes may say good-bye."""
        self._cluster.remove_node(self.other, allow_graceful=False)
        self.other = None

    def close(self) -> None:
        self._cluster.shutdown()

    def cache(self, node: str) -> Path:
        return self._folder / node

    def _node(self, node: str) -> dict[str, Any]:
        self.cache(node).mkdir(exist_ok=True)
        return {
            "num_cpus": 1,
            "include_dashboard": False,
            "object_store_memory": 100_000_000,
            "env_vars": {"RULEC_CACHE_DIR": str(self.cache(node))},
        }


@contextmanager
def two_nodes(folder: Path) -> Iterator[TwoNodes]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    nodes = TwoNodes(folder)
    try:
        yield nodes
    finally:
        nodes.close()
