"""Games on the nodes of a Ray cluster: simulations, ladders, random games and self-play.

    from rulec import cluster

    with cluster.connect("auto") as nodes:
        games = nodes.playouts("my.rules", 10_000_000, seed=1)

Work is split into the tasks that processes of one machine get, too, so that a seed has the same results.
"""

from rulec.cluster.nodes import Nodes, connect
from rulec.cluster.portable_game import PortableGame

__all__ = ["Nodes", "PortableGame", "connect"]
