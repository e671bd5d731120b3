# Turns the weight files of the evaluation networks into C++ source.
#
# As part of the build it adds the generated source to yari_analysis; as a script (cmake -P, with
# OUTPUT and the weight file INPUT) it writes that source.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(folder ${CMAKE_CURRENT_LIST_DIR})
  set(output ${CMAKE_BINARY_DIR}/generated/network_weights.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DINPUT=${folder}/yari.bin -P ${folder}/embed.cmake
    DEPENDS ${folder}/embed.cmake ${folder}/yari.bin
    COMMENT "Embedding the evaluation network" VERBATIM)
  target_sources(yari_analysis PRIVATE ${output})
  return()
endif()

file(READ ${INPUT} digits HEX)
string(REGEX REPLACE "(................................)" "\\1\n" digits "${digits}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${digits}")
file(WRITE ${OUTPUT} "// Written by analysis/networks/embed.cmake.
#include \"analysis/network_weights.h\"

namespace yari {

static const unsigned char yari_bytes[] = {
${bytes}};
const std::span<const unsigned char> yari_network_file{yari_bytes};

}  // namespace yari
")
