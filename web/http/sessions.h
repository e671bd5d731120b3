/// \file
/// Who belongs to the user that started the server: one-time codes are traded for a key.
///
/// docs/decisions/serve-sessions.md says why there is no cookie.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace yari::web {

/// In a time that does not depend on where they differ. False when both are empty.
bool same_secret(std::string_view a, std::string_view b);

/// The key of one server, and the codes that are traded for it. Safe from any thread.
class Sessions {
 public:
  Sessions();

  /// A code that is good for one trade. `when_used` is called when it is traded.
  std::string new_code(std::function<void()> when_used = {});
  /// The key; no value when the code is unknown or was traded before.
  std::optional<std::string> trade(std::string_view code);
  bool is_key(std::string_view key) const { return same_secret(key, key_); }

 private:
  struct Code {
    std::string text;
    std::function<void()> when_used;
  };

  const std::string key_;
  std::mutex mutex_;
  std::vector<Code> codes_;
};

}  // namespace yari::web
