"""The Python module as a package for pip: CMake builds it, as it does for everyone else.

YARI_BUILD_FOLDER names a build folder to use in the place of a new one; CMAKE_ARGS are passed on.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, ext: Extension) -> None:
        folder = Path(os.environ.get("YARI_BUILD_FOLDER") or Path(self.build_temp).resolve())
        if "YARI_BUILD_FOLDER" not in os.environ:
            options = ["-DCMAKE_BUILD_TYPE=Release", "-DYARI_TESTS=OFF", f"-DPython3_EXECUTABLE={sys.executable}"]
            options += shlex.split(os.environ.get("CMAKE_ARGS", ""))
            subprocess.run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", *options], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "yari_python"], check=True)
        built = list((folder / "python/yaribase").glob("_yaribase.*.so"))
        if not built:
            raise SystemExit("CMake built no module: is pybind11 (Debian: pybind11-dev) installed?")
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built[0], target)


setup(
    version=re.search(r"project\(yaribase VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1],
    packages=["yaribase"],
    package_dir={"yaribase": "python/yaribase"},
    package_data={"yaribase": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("yaribase._yaribase", [])],
    cmdclass={"build_ext": CMakeBuild},
    zip_safe=False,
)
