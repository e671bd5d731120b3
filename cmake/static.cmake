# YARI_STATIC: of shared libraries the program needs the C library's alone, so that one file runs on every Linux whose
# glibc is not older than the building machine's. scripts/tarball says what Debian lacks for that, and brings it.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(Boost_USE_STATIC_LIBS ON)
add_link_options(-static-libstdc++ -static-libgcc)
# The program then has no --db postgresql://: libpq would bring Kerberos, LDAP and OpenSSL along.
set(LIBPQ_LIBRARY OFF)
# Findfmt.cmake: Debian has no libfmt.a.
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/static)

# A static library does not say what it needs. Only those parts of libarchive are linked that the program calls, none
# of which needs its libxml2 or libacl.
find_package(LibArchive REQUIRED)
foreach(name nettle lzma zstd lz4 bz2 z)
  find_library(YARI_STATIC_${name} ${name} REQUIRED)
  set_property(TARGET LibArchive::LibArchive APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${YARI_STATIC_${name}})
endforeach()
