"""The Python module as a package for pip: CMake builds it, without the program yari.

CMAKE_ARGS are passed on to CMake. YARI_BUILD_FOLDER names a build folder to take the module from, in place of a new one.
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


def pybind11_folder() -> list[str]:
    """Where pip's own copy of pybind11 is; CMake finds Debian's pybind11-dev by itself."""
    try:
        import pybind11
    except ImportError:
        return []
    return [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]


class CMakeBuild(build_ext):
    def build_extension(self, ext: Extension) -> None:
        folder = Path(os.environ.get("YARI_BUILD_FOLDER") or Path(self.build_temp).resolve())
        if "YARI_BUILD_FOLDER" not in os.environ:
            options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_MODULE_LINKER_FLAGS_RELEASE=-s", *pybind11_folder()]
            options.append(f"-DPython3_EXECUTABLE={sys.executable}")
            options += [f"-DYARI_{part}=OFF" for part in ("PROGRAM", "TESTS", "LIBRARY", "SQL")]
            options += shlex.split(os.environ.get("CMAKE_ARGS", ""))
            subprocess.run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", *options], check=True)
            if not (folder / "python").exists():
                raise SystemExit("CMake finds no pybind11 (Debian: pybind11-dev) or no headers of Python (python3-dev)")
        subprocess.run(["cmake", "--build", folder, "--target", "yari_python"], check=True)
        [built] = (folder / "python/yaribase").glob("_yaribase.*.so")
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built, target)


def description() -> str:
    """docs/python.md without its links to the other pages, which are not beside it on a package index."""
    page = (SOURCE / "docs/python.md").read_text(encoding="utf-8")
    return re.sub(r"\[([^]]+)\]\((?!https?:)[^)]*\)", r"\1", page)


setup(
    version=re.search(r"project\(yaribase VERSION ([\d.]+)", (SOURCE / "CMakeLists.txt").read_text())[1],
    # In pyproject.toml it would be a table for setuptools before 77, and a text for those after; and those after want no
    # classifier for it.
    license="MIT",
    long_description=description(),
    long_description_content_type="text/markdown",
    packages=["yaribase"],
    package_dir={"yaribase": "python/yaribase"},
    package_data={"yaribase": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("yaribase._yaribase", [])],
    cmdclass={"build_ext": CMakeBuild},
    zip_safe=False,
)
