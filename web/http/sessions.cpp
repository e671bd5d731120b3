#include "web/http/sessions.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "web/http/hmac.h"

namespace yari::web {

std::string random_secret() {
  std::random_device device;
  std::string text;
  for (int i = 0; i < 8; ++i) text += fmt::format("{:08x}", device());
  return text;
}

bool same_secret(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0 && !a.empty();
}

Sessions::Sessions() : key_(random_secret()), challenge_(random_secret()) {}

std::optional<std::string> Sessions::resume(std::string_view proof) const {
  if (secret_.empty() || !same_secret(proof, hmac_sha256(secret_, challenge_))) return std::nullopt;
  return key_;
}

std::string Sessions::new_code(std::function<void()> when_used) {
  const std::lock_guard lock(mutex_);
  return codes_.emplace_back(Code{random_secret(), std::move(when_used)}).text;
}

std::optional<std::string> Sessions::trade(std::string_view code) {
  std::function<void()> when_used;
  {
    const std::lock_guard lock(mutex_);
    auto found = codes_.end();
    // Compares all codes, so that the time does not show which one matches.
    for (auto each = codes_.begin(); each != codes_.end(); ++each)
      if (same_secret(code, each->text)) found = each;
    if (found == codes_.end()) return std::nullopt;
    when_used = std::move(found->when_used);
    if (when_used) codes_.erase(found);
  }
  if (when_used) when_used();
  return key_;
}

}  // namespace yari::web
