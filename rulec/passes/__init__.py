"""IR to IR, one small file each, listed in `pipeline.py` in their order.

No pass may change the layout of the state, the ids of actions or the control flow (`pass_.py` checks it).
"""
