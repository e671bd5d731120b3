# Turns the files of the page into C++ source.
#
# As part of the build it adds the generated source to yari_web; as a script (cmake -P, with OUTPUT
# the source tree SOURCES and the WebAssembly module WASM or nothing) it writes that source.

# Those of the report page are shared with it. A browser gets all of them from one folder, whatever folder they lie in.
set(page_files
  web/page/index.html web/page/serve.css web/page/enter.js web/page/session.js web/page/app.js web/page/api.js web/page/state.js
  web/page/panels/play.js web/page/panels/explorer.js web/page/panels/filters.js web/page/panels/games.js web/page/virtual.js
  web/page/panels/search.js web/page/panels/game.js web/page/panels/edit.js
  web/page/panels/annotate.js web/page/panels/puzzles.js web/page/panels/editor.js web/page/panels/engine.js web/page/setup.js
  web/page/panels/paint.js web/page/signs.js web/page/panels/import.js web/page/rules.js wasm/yaribase.js
  web/page/library.css web/page/panels/players.js web/page/results.js web/page/panels/chart.js
  web/page/panels/openings.js web/page/panels/undo.js web/page/panels/store.js web/page/panels/find.js web/page/sound.js
  web/page/panels/complete.js web/page/panels/chance.js web/page/focus.js web/page/panels/export.js web/page/panels/saved.js web/page/panels/drill.js web/page/panels/book.js web/page/later_words.js web/page/keep.js web/page/question.js
  analysis/report/page.css analysis/report/dom.js analysis/report/words/words.js analysis/report/words/language.js analysis/report/tree.js analysis/report/words/verdict.js analysis/report/board.js
  analysis/report/pieces/pieces.js analysis/report/pieces/outlines.js
  analysis/report/graph.js analysis/report/moves.js analysis/report/note.js
  analysis/report/names.js analysis/report/marks.js analysis/report/numbers.js analysis/report/settings.js)

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(output ${CMAKE_BINARY_DIR}/generated/page_files.cpp)
  list(TRANSFORM page_files PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DSOURCES=${CMAKE_SOURCE_DIR} -DWASM=${YARI_WASM_FILE}
            -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${CMAKE_CURRENT_LIST_FILE} ${paths} ${YARI_WASM_FILE}
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
# The assembler takes the module in: a compiler would need a second for every megabyte.
set(module "constexpr std::string_view wasm;")
if(WASM)
  set(module "__asm__(\".pushsection .rodata\\nyari_wasm:\\n.incbin \\\"${WASM}\\\"\\nyari_wasm_end:\\n.popsection\\n\");
extern \"C\" const char yari_wasm[];
extern \"C\" const char yari_wasm_end[];
const std::string_view wasm(yari_wasm, yari_wasm_end);")
endif()
file(WRITE ${OUTPUT} "// Written by web/page/embed.cmake.
#include \"web/page/page_files.h\"

namespace yari::web {

namespace {

${module}

const PageFile files[] = {
${rows}    {\"/yaribase.wasm\", \"\", wasm},
};

}  // namespace

std::span<const PageFile> page_files() { return files; }

}  // namespace yari::web
")
