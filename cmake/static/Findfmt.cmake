# fmt without its library: for builds with YARI_STATIC.
find_path(FMT_INCLUDE_DIR fmt/format.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(fmt REQUIRED_VARS FMT_INCLUDE_DIR)
if(fmt_FOUND AND NOT TARGET fmt::fmt)
  add_library(fmt::fmt INTERFACE IMPORTED)
  set_target_properties(fmt::fmt PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1
                        INTERFACE_INCLUDE_DIRECTORIES ${FMT_INCLUDE_DIR})
endif()
