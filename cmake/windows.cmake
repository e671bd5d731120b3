# Compiles for Windows, x86-64, on another machine: scripts/windows makes the folder of libraries that this needs,
# build/windows-root.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(root ${root}/build/windows-root)
set(target x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${target}-gcc-posix)
set(CMAKE_CXX_COMPILER ${target}-g++-posix)
set(CMAKE_RC_COMPILER ${target}-windres)
# Windows 10. Its headers define macros that nobody needs; those of the libraries ask for DLLs unless told otherwise.
set(CMAKE_CXX_FLAGS_INIT "-D_WIN32_WINNT=0x0A00 -DNOMINMAX -DWIN32_LEAN_AND_MEAN -DUTF8PROC_STATIC -DLIBARCHIVE_STATIC")
# The program needs no other file.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_FIND_ROOT_PATH ${root} /usr/${target})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${root}/lib/pkgconfig)
# Tests run in wine, at build time, too, when their names are asked for; `scripts/windows check` says where it is.
if(DEFINED ENV{YARI_WINE})
  set(CMAKE_CROSSCOMPILING_EMULATOR $ENV{YARI_WINE})
endif()
