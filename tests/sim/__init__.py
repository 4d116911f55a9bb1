"""Simulation, self-play, and the processes they run in."""
