"""What pyproject.toml cannot say of the wheel: the app is a folder of the engine's (`bpe_engine.app_location`)."""

from pathlib import Path
from shutil import copy, copytree, ignore_patterns, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
APP = ("app.py", ".streamlit/config.toml", "classroom", "data", "locale", "pages", "ui")
"""The app, as it lies in a checkout; MANIFEST.in has the same for the sdist."""
GENERATED = ignore_patterns("__pycache__", "contract.d.ts", "*.mo", "*.pot")


class BuildWithApp(build_py):
    """The engine's modules, and the app as it is beside them."""

    def run(self) -> None:
        """Copy what there is; an editable installation has it in the checkout."""
        super().run()
        if self.editable_mode:
            return
        app = Path(self.build_lib, "bpe_engine/_app")
        rmtree(app, ignore_errors=True)  # of a build before: what has left the checkout since is in it
        for part in APP:
            (app / part).parent.mkdir(parents=True, exist_ok=True)
            if (HERE / part).is_dir():
                copytree(HERE / part, app / part, ignore=GENERATED)
            else:
                copy(HERE / part, app / part)


setup(cmdclass={"build_py": BuildWithApp})
