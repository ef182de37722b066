"""Put the specification's own files into the distribution.

The files and folders to ship are listed as `ship` in pyproject.toml. A checkout has them one
folder up; a source distribution carries them beside this file, so that a wheel can be built from
it too. A wheel holds them as `<package>/_spec/`. An editable install holds none: the code then
reads the checkout.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SpecificationFiles(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        project = Path(self.root)
        origin = project if (project / "SPEC.md").is_file() else project.parent
        package = self.metadata.name.replace("-", "_")
        target = "" if self.target_name == "sdist" else f"{package}/_spec/"
        for name in self.config["ship"]:
            if not (origin / name).exists():
                message = f"{name} is neither beside {project} nor in it: nothing to build from"
                raise FileNotFoundError(message)
            build_data["force_include"][str(origin / name)] = target + name
