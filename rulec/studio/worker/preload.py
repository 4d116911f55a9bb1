"""Modules loaded once in the process from which workers are forked."""

# ruff: noqa: F401

from __future__ import annotations

import platformdirs

import rulec.compiled
import rulec.compiler
import rulec.facade
import rulec.insight.legality_answers
import rulec.interp.face
import rulec.interp.legality_explainer
import rulec.ir.serialize
import rulec.native.engines
import rulec.picture.html_renderer
import rulec.picture.look.files
import rulec.play.record
import rulec.policies.search
import rulec.sim.policies
import rulec.studio.worker.analyst
import rulec.studio.worker.process
import rulec.studio.worker.table
