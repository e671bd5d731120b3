# Turns the report page into C++ source: style and script go into the page, which then names their
# hashes in its Content-Security-Policy, so that nothing else can run.
#
# As part of the build it adds the generated source to yari_analysis; as a script (cmake -P, with
# OUTPUT and the folder SOURCES) it writes that source.

set(report_scripts dom.js words/words.js settings.js words/language.js tree.js words/verdict.js data.js pieces/outlines.js pieces/pieces.js board.js names.js graph.js moves.js note.js marks.js numbers.js panels.js list.js page.js)

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(folder ${CMAKE_CURRENT_LIST_DIR})
  set(output ${CMAKE_BINARY_DIR}/generated/report_assets.cpp)
  list(TRANSFORM report_scripts PREPEND ${folder}/ OUTPUT_VARIABLE script_paths)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DSOURCES=${folder} -P ${folder}/embed.cmake
    DEPENDS ${folder}/embed.cmake ${folder}/page.html ${folder}/page.css ${folder}/report.css ${script_paths}
    COMMENT "Embedding the report page" VERBATIM)
  target_sources(yari_analysis PRIVATE ${output})
  # The standard asks compilers for 65,536 letters in a text; every one here takes more.
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  return()
endif()

# The SHA-256 of `text` in base64, as a policy names it: three bytes (six hex digits) become four signs.
function(base64_sha256 text result)
  set(signs ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  string(SHA256 hex "${text}")
  set(base64 "")
  foreach(at RANGE 0 63 6)
    string(SUBSTRING "${hex}0000" ${at} 6 three_bytes)
    foreach(shift 18 12 6 0)
      math(EXPR sign "(0x${three_bytes} >> ${shift}) & 63")
      string(SUBSTRING ${signs} ${sign} 1 sign)
      string(APPEND base64 ${sign})
    endforeach()
  endforeach()
  string(SUBSTRING ${base64} 0 43 base64)  # 32 bytes fill 43 signs; the rest is padding
  set(${result} "sha256-${base64}=" PARENT_SCOPE)
endfunction()

file(READ ${SOURCES}/page.html page)
file(READ ${SOURCES}/page.css style)
file(READ ${SOURCES}/report.css report_style)
string(APPEND style "${report_style}")
set(script "")
foreach(name ${report_scripts})
  file(READ ${SOURCES}/${name} part)
  # Some are modules of `yari serve` too; here all are one script.
  string(REGEX REPLACE "\nimport [^;]*;" "" part "${part}")
  string(REGEX REPLACE "\nexport " "\n" part "${part}")
  # Comments are for who reads the source; the one about the outlines names their licence.
  if(NOT name STREQUAL pieces/outlines.js)
    string(REGEX REPLACE "\n *//[^\n]*" "" part "\n${part}")
    string(REGEX REPLACE "\n */\\*\\*([^*]|\\*[^/])*\\*/" "" part "${part}")
  endif()
  string(APPEND script "${part}")
endforeach()
base64_sha256("${style}" style_hash)
base64_sha256("${script}" script_hash)
string(CONCAT policy "default-src 'none'; script-src '${script_hash}'; style-src '${style_hash}'; "
       "img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
       "trusted-types 'none'")

string(REPLACE "@POLICY@" "${policy}" page "${page}")
string(FIND "${page}" "@TITLE@" title_at)
string(FIND "${page}" "@DATA@" data_at)
math(EXPR after_title "${title_at} + 7")
math(EXPR after_data "${data_at} + 6")
math(EXPR middle_length "${data_at} - ${after_title}")
string(SUBSTRING "${page}" 0 ${title_at} before_title)
string(SUBSTRING "${page}" ${after_title} ${middle_length} before_data)
string(SUBSTRING "${page}" ${after_data} -1 end)
string(REPLACE "@STYLE@" "${style}" before_data "${before_data}")
string(REPLACE "@SCRIPT@" "${script}" end "${end}")

set(source "// Written by analysis/report/embed.cmake.\n#include \"analysis/report/assets.h\"\n\nnamespace yari {\n\n")
foreach(part before_title before_data end)
  string(APPEND source "const std::string_view report_page_${part} = R\"yari_page(${${part}})yari_page\";\n")
endforeach()
string(APPEND source "\n}  // namespace yari\n")
file(WRITE ${OUTPUT} "${source}")
