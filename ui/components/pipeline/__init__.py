"""The stages from text to ids as a picture."""

from ui.components import component
from ui.components.contract import PipelineStage

_mount = component("pipeline", '<ol class="pipeline">\n</ol>')


def pipeline(stages: list[PipelineStage]) -> None:
    """Show stages (see `ui.pages.home.pipeline.stages`), one after the other."""
    _mount(key="pipeline", data={"stages": stages})
