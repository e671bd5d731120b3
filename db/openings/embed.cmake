# Turns the list of openings into C++ source.
#
# As part of the build it adds the generated source to yari_db; as a script (cmake -P, with OUTPUT)
# it writes that source.

set(list ${CMAKE_CURRENT_LIST_DIR}/shogi.openings)
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(output ${CMAKE_BINARY_DIR}/generated/shipped_openings.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${CMAKE_CURRENT_LIST_FILE} ${list}
    COMMENT "Embedding the list of openings" VERBATIM)
  target_sources(yari_db PRIVATE ${output})
  return()
endif()

file(READ ${list} text)
file(WRITE ${OUTPUT} "// Written by db/openings/embed.cmake.
#include \"db/openings/shipped.h\"

namespace yari::openings {

std::string_view shipped_openings() { return R\"openings(${text})openings\"; }

}  // namespace yari::openings
")
