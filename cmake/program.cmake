# The program yari: its page, its commands, and the manual pages and completions that it writes itself.
yari_library(web yari_answers Threads::Threads PkgConfig::cpp_httplib)
include(cmake/wasm.cmake)
include(web/page/embed.cmake)

file(GLOB_RECURSE cli_sources CONFIGURE_DEPENDS cli/*.cpp)
list(FILTER cli_sources EXCLUDE REGEX "cli/main.cpp$")
set_source_files_properties(cli/upkeep/cluster_commands.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
add_library(yari_cli STATIC ${cli_sources})
target_link_libraries(yari_cli PUBLIC yari_web Boost::program_options)
target_compile_definitions(yari_cli PRIVATE YARI_VERSION="${PROJECT_VERSION}")
target_include_directories(yari_cli SYSTEM PRIVATE ${UTF8PROC_INCLUDE_DIR})
compile_quickly(yari_web)
compile_quickly(yari_cli)
add_executable(yari cli/main.cpp)
target_link_libraries(yari PRIVATE yari_cli)
if(WIN32)
  # UTF-8 and long paths.
  enable_language(RC)
  target_sources(yari PRIVATE windows/yari.rc)
  set_source_files_properties(windows/yari.rc PROPERTIES OBJECT_DEPENDS ${CMAKE_SOURCE_DIR}/windows/yari.manifest)
endif()
install(TARGETS yari RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/yaribase)
install(DIRECTORY docs samples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/yaribase)

# A cross build needs an emulator to have the manual written.
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
  set(YARI_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
      "Where completions for zsh are installed; Debian's packages use share/zsh/vendor-completions")
  set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual)
  add_custom_command(
    OUTPUT ${manual}/man1/yari.1 ${manual}/yari.bash ${manual}/_yari ${manual}/yari.fish
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
    COMMAND yari debug man ${manual}/man1
    COMMAND yari completion bash > ${manual}/yari.bash
    COMMAND yari completion zsh > ${manual}/_yari
    COMMAND yari completion fish > ${manual}/yari.fish
    DEPENDS yari VERBATIM)
  add_custom_target(manual ALL DEPENDS ${manual}/man1/yari.1)
  install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${manual}/yari.bash RENAME yari
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${manual}/_yari DESTINATION ${YARI_ZSH_FOLDER})
  install(FILES ${manual}/yari.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
