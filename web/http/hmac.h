/// \file
/// A proof that somebody knows a secret, which does not show the secret: HMAC with SHA-256 (RFC
/// 2104, FIPS 180-4), as browsers have it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace yari::web {

std::array<std::uint8_t, 32> sha256(std::string_view text);

/// In hexadecimal digits.
std::string hmac_sha256(std::string_view secret, std::string_view text);

}  // namespace yari::web
