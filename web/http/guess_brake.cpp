#include "web/http/guess_brake.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "platform/socket.h"

namespace yari::web {

namespace {

constexpr std::chrono::seconds price{2};
constexpr int free_guesses = 10;
constexpr std::size_t most_addresses = 1024;

}  // namespace

std::string network_of(const std::string& address) {
  std::optional<platform::AddressBytes> bytes = platform::read_ipv6(address);
  if (!bytes) return address;
  // An address of IPv4 in the form of IPv6: RFC 4291, 2.5.5.2.
  constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  if (std::equal(mapped.begin(), mapped.end(), bytes->begin())) return address;
  constexpr std::ptrdiff_t kept = 6;
  std::fill(bytes->begin() + kept, bytes->end(), std::uint8_t{0});
  return platform::write_ipv6(*bytes);
}

std::size_t GuessBrake::size() const {
  const std::lock_guard lock(mutex_);
  return debts_.size();
}

GuessBrake::Clock::time_point& GuessBrake::debt_of(const std::string& network,
                                                   Clock::time_point now) {
  if (const auto found = debts_.find(network); found != debts_.end()) return found->second;
  if (debts_.size() >= most_addresses)
    std::erase_if(debts_, [&](const auto& debt) { return debt.second <= now; });
  return debts_.size() < most_addresses ? debts_[network] : others_;
}

GuessBrake::Verdict GuessBrake::judge(const std::string& address, bool right,
                                      Clock::time_point now) {
  const std::string network = network_of(address);
  const std::lock_guard lock(mutex_);
  const auto found = debts_.find(network);
  // While there is room to remember it, others do not slow down an address that has made no wrong
  // guess.
  if (right && found == debts_.end() && debts_.size() < most_addresses) return Verdict::right;
  Clock::time_point& debt = debt_of(network, now);
  if (debt >= now + free_guesses * price) return Verdict::too_many;
  if (right) return Verdict::right;
  debt = std::max(debt, now) + price;
  return Verdict::wrong;
}

}  // namespace yari::web
