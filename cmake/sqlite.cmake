# SQLite as the program needs it: with STRICT tables (3.37) and with FTS5, which a build of SQLite may leave out.
find_package(SQLite3 3.37)
if(NOT SQLite3_FOUND)
  message(FATAL_ERROR "SQLite 3.37 or newer is missing, or its header sqlite3.h is: install it (Debian 12 or newer: "
                      "libsqlite3-dev), or name another one with -DSQLite3_INCLUDE_DIR= and -DSQLite3_LIBRARY=")
endif()

# What is compiled for another machine runs in its emulator only.
if(NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR)
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_LIBRARIES SQLite::SQLite3)
  check_cxx_source_runs("
    #include <sqlite3.h>
    int main() {
      sqlite3* memory = nullptr;
      if (sqlite3_open(\":memory:\", &memory) != SQLITE_OK) return 1;
      const char* const sql = \"CREATE VIRTUAL TABLE texts USING fts5(words)\";
      const int code = sqlite3_exec(memory, sql, nullptr, nullptr, nullptr);
      sqlite3_close(memory);
      return code == SQLITE_OK ? 0 : 1;
    }" YARI_SQLITE_HAS_FTS5)
  unset(CMAKE_REQUIRED_LIBRARIES)
  if(NOT YARI_SQLITE_HAS_FTS5)
    # Asked again when another SQLite is there.
    unset(YARI_SQLITE_HAS_FTS5 CACHE)
    message(FATAL_ERROR "SQLite ${SQLite3_VERSION} (${SQLite3_LIBRARY}) has no FTS5, the full-text search that databases "
                        "need, or a program linked to it does not run: install one built with SQLITE_ENABLE_FTS5 (Debian: "
                        "libsqlite3-dev); CMakeFiles/ has a log of the attempt")
  endif()
endif()
