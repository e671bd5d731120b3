# Takes the weight files of the evaluation networks into the program.

set(weights ${CMAKE_CURRENT_LIST_DIR}/yari.bin ${CMAKE_CURRENT_LIST_DIR}/shogi.bin)
target_sources(yari_search PRIVATE ${CMAKE_CURRENT_LIST_DIR}/weights.cpp)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/weights.cpp PROPERTIES
  OBJECT_DEPENDS "${weights}"
  COMPILE_DEFINITIONS YARI_NETWORK_FOLDER="${CMAKE_CURRENT_LIST_DIR}")
