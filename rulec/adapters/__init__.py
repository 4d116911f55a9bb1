"""Adapters to OpenSpiel, PettingZoo and Gymnasium.

Each adapter is a module of its own and needs its library (`pip install 'rulec[ai]'`). All of them use games
through their public face alone, so engine and interpreter can stand behind them alike.
"""
