"""Studio: a local web application to play, change, measure and prove games.

server/    the web server; it reads no rules and plays no game
worker/    worker processes under limits of time and memory: a table per game, an analyst for rules
static/    style sheet and script modules of the pages
templates/ the pages
"""
