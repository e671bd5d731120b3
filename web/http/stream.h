/// \file
/// Answers that come bit by bit: NDJSON for long ones, server-sent events for live ones.
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>

#include "answers/json.h"
#include "web/http/router.h"

namespace yari::web {

/// Thrown inside a stream whose client has gone: the work ends.
class ClientGone : public std::runtime_error {
 public:
  ClientGone() : std::runtime_error("the client is gone") {}
};

/// Where a stream is written. Used by one thread. Objects that follow each other within
/// milliseconds are sent together.
class StreamSink {
 public:
  enum class Form { lines, events };

  StreamSink(httplib::DataSink& sink, Form form) : sink_(sink), form_(form) {}

  /// One object. Throws ClientGone.
  void write(const Json& object);
  /// Sends what waits. Throws ClientGone.
  void flush();
  /// Throws ClientGone when the client has gone, or the server ends.
  void check();

 private:
  using Clock = std::chrono::steady_clock;
  bool is_due() const;

  httplib::DataSink& sink_;
  Form form_;
  std::string waiting_;
  Clock::time_point sent_ = Clock::now();
};

/// Answers with what `work` writes; in events, whatever the form, where the client accepts them.
/// What it throws becomes a last object {"error": {"message"}}.
void answer_stream(Call& call, StreamSink::Form form, std::function<void(StreamSink&)> work);

}  // namespace yari::web
