// Files beside each other, with what SQLite leaves beside them.
#include "fuzz/database_file.h"

#include <fstream>
#include <sstream>

#include "fuzz/fuzz.h"

namespace yari::fuzz {

DatabaseFile::DatabaseFile(std::string_view bytes) : path_(scratch_file(".db")) {
  std::ofstream(path_, std::ios::binary) << bytes;
}

DatabaseFile::~DatabaseFile() {
  for (const char* end : {"", "-wal", "-shm"}) {
    std::error_code ignored;
    std::filesystem::remove(path_.string() + end, ignored);
  }
}

std::string database_bytes(const std::function<void(Database&)>& fill) {
  // SQLite makes a database of an empty file.
  const DatabaseFile file("");
  {
    Database database(file.path(), OpenMode::create);
    fill(database);
    database.compact();
  }
  std::ostringstream text;
  text << std::ifstream(file.path(), std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace yari::fuzz
