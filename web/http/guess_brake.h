/// \file
/// Slows down clients that guess the password, and nobody else.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace yari::web {

/// Counts wrong passwords by the address of the client. Safe from any thread.
///
/// An address has ten wrong guesses free, and after them one every two seconds. Until then no
/// answer shows whether its password is right.
class GuessBrake {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Verdict { right, wrong, too_many };

  /// What a client at this address learns of its password, which is `right` or not.
  Verdict judge(const std::string& address, bool right, Clock::time_point now = Clock::now());
  /// The addresses that are remembered: never more than 1,024.
  std::size_t size() const;

 private:
  /// The debt of the network; `others_` where there is no room for it. Requires: the mutex is held.
  Clock::time_point& debt_of(const std::string& network, Clock::time_point now);

  mutable std::mutex mutex_;
  /// Each wrong guess costs two seconds: until when the guesses of a network are paid for.
  std::map<std::string, Clock::time_point> debts_;
  /// Of all addresses for which there is no room.
  Clock::time_point others_{};
};

/// The part of an address that one client has to itself: of IPv6 the first 48 bits.
std::string network_of(const std::string& address);

}  // namespace yari::web
