# Turns the files of the page into C++ source.
#
# As part of the build it adds the generated source to yari_web; as a script (cmake -P, with OUTPUT
# and the source tree SOURCES) it writes that source.

# Those of the report page are shared with it.
set(page_files
  web/page/index.html web/page/serve.css web/page/app.js web/page/api.js web/page/state.js
  web/page/play.js web/page/explorer.js web/page/filters.js web/page/games.js web/page/virtual.js
  web/page/search.js web/page/game.js web/page/edit.js web/page/engine.js web/page/setup.js web/page/settings.js
  web/page/paint.js web/page/import.js
  analysis/report/page.css analysis/report/dom.js analysis/report/tree.js analysis/report/board.js
  analysis/report/graph.js analysis/report/moves.js analysis/report/note.js)

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(output ${CMAKE_BINARY_DIR}/generated/page_files.cpp)
  list(TRANSFORM page_files PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DSOURCES=${CMAKE_SOURCE_DIR}
            -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${CMAKE_CURRENT_LIST_FILE} ${paths}
    COMMENT "Embedding the page of yari serve" VERBATIM)
  target_sources(yari_web PRIVATE ${output})
  return()
endif()

set(rows "")
foreach(file ${page_files})
  file(READ ${SOURCES}/${file} text)
  get_filename_component(name ${file} NAME)
  string(APPEND rows "    {\"/${name}\", \"${file}\", R\"yari_page(${text})yari_page\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Written by web/embed.cmake.
#include \"web/page_files.h\"

namespace yari::web {

namespace {

constexpr PageFile files[] = {
${rows}};

}  // namespace

std::span<const PageFile> page_files() { return files; }

}  // namespace yari::web
")
