/// \file
/// What a database is opened for.
#pragma once

namespace yari {

enum class OpenMode {
  read_only,
  walk,  ///< read_only, by a command that goes through all games: little of the file stays in
         ///< memory
  read_write,
  create,  ///< read_write, and made where there is none
  repair,  ///< read_write, and what is damaged is read as far as it can be, to be reindexed
};

constexpr bool reads_only(OpenMode mode) {
  return mode == OpenMode::read_only || mode == OpenMode::walk;
}

}  // namespace yari
