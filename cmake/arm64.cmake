# Compiles for arm64 on another machine: scripts/arm64 makes the folder of Debian's arm64 libraries that this needs.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_SYSROOT $ENV{YARI_ARM64_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# pkg-config finds libraries of the same folder.
set(ENV{PKG_CONFIG_LIBDIR} $ENV{YARI_ARM64_ROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:$ENV{YARI_ARM64_ROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} $ENV{YARI_ARM64_ROOT})
# Tests run in an emulator, at build time, too, when their names are asked for.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static;-L;$ENV{YARI_ARM64_ROOT})
