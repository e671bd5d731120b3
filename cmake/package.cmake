# The Debian package: scripts/package makes it with cpack, debian/rules with Debian's own tools.

# What debhelper adds by itself: the copyright file and the changelog where Debian wants them.
find_program(YARI_GZIP gzip)
if(YARI_GZIP)
  set(changelog ${CMAKE_SOURCE_DIR}/debian/changelog)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${changelog})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/generated)
  execute_process(COMMAND ${YARI_GZIP} -9nc ${changelog}
                  OUTPUT_FILE ${CMAKE_BINARY_DIR}/generated/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
  install(FILES debian/copyright ${CMAKE_BINARY_DIR}/generated/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/yaribase COMPONENT debian EXCLUDE_FROM_ALL)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};yaribase;ALL;/"
    "${CMAKE_BINARY_DIR};yaribase;debian;/")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/compress_manuals.cmake)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS sqlite3)
# One text for both ways: the fields of debian/control.
file(READ debian/control control)
string(REGEX MATCH "Maintainer: ([^\n]+)" field "${control}")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${CMAKE_MATCH_1}")
string(REGEX MATCH "Description: ([^\n]+)\n(.*)$" field "${control}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CMAKE_MATCH_1}")
string(REGEX REPLACE "\n +" "\n" description "\n${CMAKE_MATCH_2}")
string(STRIP "${description}" CPACK_DEBIAN_PACKAGE_DESCRIPTION)
include(CPack)
