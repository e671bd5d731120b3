#include "web/guess_brake.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace yari::web {

namespace {

constexpr std::chrono::seconds price{2};
constexpr int free_guesses = 10;
constexpr std::size_t most_addresses = 1024;

}  // namespace

std::string network_of(const std::string& address) {
  in6_addr bytes{};
  if (::inet_pton(AF_INET6, address.c_str(), &bytes) != 1) return address;
  if (IN6_IS_ADDR_V4MAPPED(&bytes)) return address;
  constexpr std::size_t kept = 6;
  std::fill(bytes.s6_addr + kept, bytes.s6_addr + sizeof bytes.s6_addr, 0);
  std::array<char, INET6_ADDRSTRLEN> text{};
  return ::inet_ntop(AF_INET6, &bytes, text.data(), text.size());
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
