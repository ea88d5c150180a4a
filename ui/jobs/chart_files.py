"""Charts as files, drawn offline by vl-convert (the renderer that Altair itself uses)."""

from typing import Literal

import vl_convert

ChartFile = Literal["svg", "png"]


def chart_file(spec: str, kind: ChartFile) -> bytes:
    """Return a chart as an SVG or PNG file. `spec` is Vega-Lite JSON. Takes tenths of a second: call it in a worker."""
    if kind == "svg":
        return vl_convert.vegalite_to_svg(spec).encode("utf-8")
    return vl_convert.vegalite_to_png(spec, scale=2)
