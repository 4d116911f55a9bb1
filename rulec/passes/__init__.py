"""IR-to-IR transformations, one small file each, ordered in `pipeline.py`.

No pass may change the layout of the state, the ids of actions or the control flow (`pass_.py` checks it).
"""
