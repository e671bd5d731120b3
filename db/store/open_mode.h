/// \file
/// What a database is opened for.
#pragma once

namespace yari {

enum class OpenMode {
  read_only,
  read_write,
  create,  ///< read_write, and made where there is none
  repair,  ///< read_write, and what is damaged is read as far as it can be, to be reindexed
};

}  // namespace yari
