# The WebAssembly module (wasm/): a build of its own, by another compiler, in the folder wasm of the build folder. With
# YARI_WASM the page of `yari serve` gets it; without, its test builds it where emscripten is installed.
option(YARI_WASM "Give the page of yari serve the rules as WebAssembly (needs emscripten)" OFF)
set(YARI_WASM_FILE "")
if(YARI_WASM)
  find_program(YARI_EMCMAKE emcmake REQUIRED)
  set(YARI_WASM_FILE ${CMAKE_BINARY_DIR}/wasm/yaribase/yaribase.wasm)
  file(GLOB_RECURSE wasm_sources CONFIGURE_DEPENDS text/*.cpp text/*.h rules/*.cpp rules/*.h record/*.cpp record/*.h notation/*.cpp notation/*.h wasm/*)
  add_custom_command(
    OUTPUT ${YARI_WASM_FILE}
    COMMAND ${YARI_EMCMAKE} ${CMAKE_COMMAND} -G Ninja -S ${CMAKE_SOURCE_DIR}/wasm -B ${CMAKE_BINARY_DIR}/wasm
    COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR}/wasm
    COMMAND ${CMAKE_COMMAND} -E touch ${YARI_WASM_FILE}
    DEPENDS ${wasm_sources}
    COMMENT "Building the WebAssembly module" VERBATIM)
endif()
