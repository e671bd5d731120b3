/// \file
/// Remarks of CSA files that say more than a comment: what servers and programs write after "'".
#pragma once

#include <optional>
#include <string_view>

namespace yari {

/// A remark that is a header: "'rating:A:B", "'$END_TIME:2024/01/01 10:00:00".
struct CsaRemarkHeader {
  /// Without '$'.
  std::string_view name;
  std::string_view value;
};
std::optional<CsaRemarkHeader> csa_remark_header(std::string_view remark);

/// Remarks that say nothing about the game: of the file's encoding, or lines that only adorn it.
bool is_csa_ornament(std::string_view remark);

}  // namespace yari
