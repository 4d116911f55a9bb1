"""Self-contained HTML page of a report: findings, charts with tables, command, seeds, digests."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jinja2

from rulec.base.version import VERSION
from rulec.lab.requirements import library

GENERATOR = "rulec report"


@dataclass(frozen=True)
class Table:
    """Table of text cells; the first column holds names."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Section:
    """Chart with the table of its figures; `how` explains how to read them."""

    title: str
    how: str
    table: Table
    chart: dict[str, Any] | None = None


@dataclass(frozen=True)
class Report:
    title: str
    subtitle: str
    standing_out: Sequence[str]
    unsure: Sequence[str]
    facts: Sequence[tuple[str, str]]  # the command, seeds, digests
    sections: Sequence[Section]


def demand_libraries() -> None:
    """Raise an error for missing libraries before anything is played."""
    for name in ("altair", "vl_convert"):
        library(name)


def configuration_text(configuration: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in configuration.items())


def render(report: Report) -> bytes:
    page = _template().render(
        report=report, generator=GENERATOR, version=VERSION, bundle=_bundle(), program=_program()
    )
    return page.encode()


@functools.cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rulec.lab.report", "templates"),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined,
    )  # fmt: skip
    return environment.get_template("report.html.j2")


@functools.cache
def _bundle() -> str:
    """JavaScript bundle of Vega, Vega-Lite and Vega-Embed, safe inside a script element."""
    text: str = library("vl_convert").javascript_bundle("window.rulecEmbed = vegaEmbed;")
    return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


@functools.cache
def _program() -> str:
    source = jinja2.PackageLoader("rulec.lab.report", "templates").get_source(jinja2.Environment(), "draw.js")
    return source[0]
