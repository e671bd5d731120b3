/// \file
/// What a database is opened for.
#pragma once

namespace yari {

enum class OpenMode {
  read_only,
  read_write,
  create,  ///< read_write, and made where there is none
};

}  // namespace yari
