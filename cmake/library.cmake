# The libraries and headers for other programs: libyaribase.a, libyaribase.so, find_package(Yaribase) and
# yaribase.pc. docs/cpp.md explains what is public.
option(YARI_LIBRARY "Install the library, its headers and its CMake and pkg-config files" ON)
# The number in the soname. A release raises it by one when a program compiled with the release before could not run with
# it: when it changes a function or the layout of a class that the public headers show. debian/control and the names of
# two files in debian/ have it, too.
set(YARI_ABI 0)
set(shared ON)
if(DEFINED BUILD_SHARED_LIBS)
  set(shared ${BUILD_SHARED_LIBS})
elseif(YARI_SANITIZE OR YARI_FUZZ OR WIN32)
  # A DLL would have to name what it shows in the code.
  set(shared OFF)
endif()
option(YARI_SHARED "Build the shared library too" ${shared})
if(NOT YARI_LIBRARY)
  return()
endif()
include(CMakePackageConfigHelpers)

# What programs may include; docs/cpp.md lists the same. Headers that these include are installed with them.
set(YARI_PUBLIC_HEADERS
  record/date.h record/game.h rules/handicap.h rules/outcome.h rules/perft.h rules/position.h rules/sfen.h rules/start.h rules/variant.h
  notation/board/diagram.h notation/encoding/encoding.h notation/finding.h notation/findings.h notation/format.h notation/words/handicap_text.h
  notation/moves/typed_moves.h
  db/change/annotations.h db/reports/collection.h db/change/corrections.h db/database.h db/evaluation_cache.h db/explore/explorer.h db/import/importer.h
  db/reports/judgements.h db/reports/only_variant.h db/skipped_games.h db/reports/player_games.h db/saved_queries.h db/explore/search.h db/change/upkeep.h
  analysis/annotate/annotate.h analysis/engine/builtin.h analysis/engine/engine.h analysis/mate/mate.h analysis/usi/process.h analysis/annotate/puzzle.h
  analysis/report/report.h analysis/report/svg_board.h analysis/usi/usi_client.h analysis/engine/win_chance.h
  import/annotation/stored_annotation.h import/annotation/stored_evaluations.h import/byte_output.h
  import/import_games.h import/packing.h import/read_records.h)

set(installed "")
set(open ${YARI_PUBLIC_HEADERS})
while(open)
  list(POP_FRONT open header)
  if(header IN_LIST installed)
    continue()
  endif()
  list(APPEND installed ${header})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${header})
  file(STRINGS ${header} includes REGEX "^#include \"")
  list(TRANSFORM includes REPLACE "^#include \"([^\"]+)\".*" "\\1")
  list(APPEND open ${includes})
endwhile()
foreach(header ${installed})
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/yaribase/${folder} COMPONENT development)
endforeach()

set(parts yari_platform yari_text yari_rules yari_record yari_notation yari_db yari_changes yari_search yari_book yari_analysis
  yari_import yari_annotation)
set(pq "")
set(pq_private "")
if(TARGET yari_postgres)
  list(APPEND parts yari_postgres)
  set(pq pq)
  set(pq_private "-lpq ")
endif()
set(objects "")
foreach(part ${parts})
  list(APPEND objects $<TARGET_OBJECTS:${part}>)
endforeach()
add_library(yaribase_static STATIC ${objects})
set_target_properties(yaribase_static PROPERTIES OUTPUT_NAME yaribase EXPORT_NAME static LINKER_LANGUAGE CXX)
target_link_libraries(yaribase_static PUBLIC tl::expected fmt::fmt SQLite::SQLite3 LibArchive::LibArchive ZLIB::ZLIB
  Threads::Threads utf8proc ${pq})
set(libraries yaribase_static)

if(YARI_SHARED)
  set_target_properties(${parts} yari_headers PROPERTIES YARI_SHOWN ON)
  set(names ${CMAKE_SOURCE_DIR}/cmake/exported_names.map)
  add_library(yaribase_shared SHARED ${objects})
  # Linkers of ELF alone know these; elsewhere every name is shown, and nobody else's is taken anyway.
  if(NOT APPLE AND NOT WIN32)
    target_link_options(yaribase_shared PRIVATE -Wl,--version-script=${names} -Wl,--no-undefined
      -Wl,-Bsymbolic-functions)
  endif()
  set_target_properties(yaribase_shared PROPERTIES OUTPUT_NAME yaribase EXPORT_NAME shared LINK_DEPENDS ${names}
    LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION} SOVERSION ${YARI_ABI})
  target_link_libraries(yaribase_shared PUBLIC tl::expected PRIVATE fmt::fmt SQLite::SQLite3 LibArchive::LibArchive ZLIB::ZLIB
    Threads::Threads ${UTF8PROC_LIBRARY} ${pq})
  list(APPEND libraries yaribase_shared)
endif()

foreach(library ${libraries})
  target_compile_features(${library} PUBLIC cxx_std_20)
  target_include_directories(${library} PUBLIC
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/yaribase>)
endforeach()
install(TARGETS ${libraries} EXPORT YaribaseTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)

set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/Yaribase)
install(EXPORT YaribaseTargets NAMESPACE Yaribase:: DESTINATION ${folder} COMPONENT development)
configure_package_config_file(cmake/YaribaseConfig.cmake.in generated/YaribaseConfig.cmake
  INSTALL_DESTINATION ${folder})
write_basic_package_version_file(generated/YaribaseConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/yaribase.pc.in generated/yaribase.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/YaribaseConfig.cmake
  ${CMAKE_BINARY_DIR}/generated/YaribaseConfigVersion.cmake DESTINATION ${folder} COMPONENT development)
install(FILES ${CMAKE_BINARY_DIR}/generated/yaribase.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)
