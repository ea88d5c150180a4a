"""Charts as files, drawn offline by vl-convert (the renderer that Altair itself uses for this)."""

from typing import Literal

import vl_convert

ChartFile = Literal["svg", "png"]


def chart_file(spec: str, kind: ChartFile) -> bytes:
    """A chart as an SVG or PNG file. `spec` is Vega-Lite JSON. Takes some tenths of a second: for a worker."""
    if kind == "svg":
        return vl_convert.vegalite_to_svg(spec).encode("utf-8")
    return vl_convert.vegalite_to_png(spec, scale=2)
