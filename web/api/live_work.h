/// \file
/// Work that goes on while its client listens, and ends when the client has gone.
#pragma once

#include <functional>
#include <stop_token>

#include "web/http/stream.h"

namespace yari::web {

/// What the work has to say. `write` sends an object; `show` one that replaces the one that was
/// shown before it and is not sent yet. From any thread.
class LiveOutput {
 public:
  virtual ~LiveOutput() = default;
  virtual void write(Json object) = 0;
  virtual void show(Json object) = 0;
};

using LiveWork = std::function<void(LiveOutput& out, const std::stop_token& stop)>;

/// Runs the work on a thread of its own until it returns, and writes what it says. A client that
/// goes is noticed within a tenth of a second: then the stop is requested, and the work is waited
/// for. Throws what the work throws, and ClientGone.
void run_live(StreamSink& sink, const LiveWork& work);

}  // namespace yari::web
