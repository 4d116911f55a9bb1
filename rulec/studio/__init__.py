"""Studio: a local web application to play, change, measure and prove games.

server/    the process that answers the browser; it reads no rules and plays no game
worker/    processes under limits of time and memory that do: a table for each game, an analyst for rules
static/    style sheet and modules of the pages
templates/ the pages
"""
