/// \file
/// The error of a server that went away.
#pragma once

#include "db/store/error.h"

namespace yari {

/// The connection has broken, or the server is starting or stopping. The batch that was open is
/// lost, but for parts on servers that had committed it; the next one connects again, for a minute.
class ConnectionLost : public IoError {
 public:
  using IoError::IoError;
};

}  // namespace yari
