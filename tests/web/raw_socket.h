/// \file
/// Requests as bytes: what no well-behaved client sends.
#pragma once

#include <functional>
#include <string>

namespace yari::test {

/// A connection to a port of this machine.
class RawSocket {
 public:
  explicit RawSocket(int port);
  ~RawSocket();
  RawSocket(RawSocket&& other) noexcept;
  RawSocket& operator=(RawSocket&&) = delete;

  void send(const std::string& bytes) const;
  /// Sends no more, and goes on listening.
  void finish() const;
  /// All that comes until the other side closes, or is silent for two minutes.
  std::string receive() const;
  /// Waits for the first byte of the answer; false when the other side closes without one.
  bool answers() const;
  /// The other side closed within the time.
  bool closed_within(int milliseconds) const;

 private:
  int socket_;
};

/// Asks until `busy` says no, for some minutes: how soon a client that has gone is noticed depends
/// on how busy the machine is.
bool becomes_free(const std::function<bool()>& busy);

std::string raw_answer(int port, const std::string& request);
/// -1 when there is no answer.
int raw_status(int port, const std::string& request);

}  // namespace yari::test
