# The Python module, where there is what it takes; a build without it says so. Python itself is not instrumented for
# threads or for fuzzing, and none for another processor is at hand.
if(CMAKE_CROSSCOMPILING OR YARI_FUZZ OR YARI_SANITIZE MATCHES "thread")
  return()
endif()
# Debian's packages (pybind11, numpy, pytest) belong to Debian's Python, whatever comes first in PATH.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 COMPONENTS Interpreter Development.Module QUIET)
find_package(pybind11 2.10 QUIET)
if(Python3_FOUND AND Python3_Development.Module_FOUND AND pybind11_FOUND)
  # Debian's own Python looks in dist-packages.
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(YARI_PYTHON_FOLDER_DEFAULT lib/python3/dist-packages)
  else()
    set(version python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR})
    set(YARI_PYTHON_FOLDER_DEFAULT lib/${version}/site-packages)
  endif()
  add_subdirectory(python)
else()
  message(STATUS "Without the Python module: pybind11-dev or python3-dev is missing")
endif()
