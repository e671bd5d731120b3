/// \file
/// Who belongs to the user that started the server: codes are traded for a key.
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

/// 256 bits that nobody can guess, as 64 hexadecimal digits.
std::string random_secret();

/// In a time that does not depend on where they differ. False when both are empty.
bool same_secret(std::string_view a, std::string_view b);

/// The key of one server, and the codes that are traded for it. Safe from any thread.
class Sessions {
 public:
  Sessions();

  /// A code that is good as long as the server runs; with `when_used` for one trade, at which that
  /// is called.
  std::string new_code(std::function<void()> when_used = {});
  /// The key; no value when the code is unknown or was good once and has been traded.
  std::optional<std::string> trade(std::string_view code);

  /// What a browser needs to come back to another run of the server: "" where it cannot.
  const std::string& secret() const { return secret_; }
  void set_secret(std::string secret) { secret_ = std::move(secret); }
  /// Another for each run. Who answers with hmac_sha256(secret, challenge) was let in before.
  const std::string& challenge() const { return challenge_; }
  /// The key; no value when this is no answer to the challenge.
  std::optional<std::string> resume(std::string_view proof) const;
  bool is_key(std::string_view key) const { return same_secret(key, key_); }

 private:
  struct Code {
    std::string text;
    std::function<void()> when_used;
  };

  const std::string key_;
  const std::string challenge_;
  std::string secret_;
  std::mutex mutex_;
  std::vector<Code> codes_;
};

}  // namespace yari::web
