/// \file
/// Questions in SQL, asked as `yari sql` asks them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "db/store/shared/sql_rows.h"

namespace yari::test {

/// What a question is answered with: its rows, or the error.
struct Reply {
  std::vector<std::vector<SqlValue>> rows;
  std::string error;

  /// "yari 1 21.0;shogi 2;": the values of each row; nothing for NULL.
  std::string text() const;
};

Reply ask(const std::filesystem::path& file, const std::string& sql);

}  // namespace yari::test
