"""The stages from text to ids as a picture."""

from ui.components import component
from ui.components.contract import PipelineStage

_mount = component("pipeline", '<ol class="pipeline">\n</ol>')


def pipeline(stages: list[PipelineStage]) -> None:
    """Draw stages in order (see `ui.pages.home.pipeline.stages`)."""
    _mount(key="pipeline", data={"stages": stages})
