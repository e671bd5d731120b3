// The words of shogi-server, which Floodgate runs on.
#include "notation/csa/remarks.h"

#include "text/text.h"

namespace yari {

namespace {

struct ServerWord {
  std::string_view front;
  std::string_view tag;
};

constexpr ServerWord server_words[] = {
    {"rating:", "Rating"},
    {"black_rate:", "BlackElo"},
    {"white_rate:", "WhiteElo"},
    {"Max_Moves:", "MaxMoves"},
    {"Least_Time_Per_Move:", "LeastTimePerMove"},
    {"Increment:", "Increment"},
};

}  // namespace

std::optional<CsaRemarkHeader> csa_remark_header(std::string_view remark) {
  for (const ServerWord& w : server_words) {
    if (!remark.starts_with(w.front)) continue;
    std::string_view value = remark.substr(w.front.size());
    // "'black_rate:NAME:3526.0"; names may have colons.
    if (w.tag.ends_with("Elo")) value.remove_prefix(value.rfind(':') + 1);
    return CsaRemarkHeader{w.tag, trimmed(value)};
  }
  const std::size_t colon = remark.find(':');
  if (!remark.starts_with('$') || colon == std::string_view::npos) return std::nullopt;
  return CsaRemarkHeader{remark.substr(1, colon - 1), trimmed(remark.substr(colon + 1))};
}

bool is_csa_ornament(std::string_view remark) {
  const std::string_view text = trimmed(remark);
  if (text.starts_with("CSA encoding=") || text.starts_with("encoding=")) return true;
  // "---- Kifu for Windows V6.34 CSA ----"
  return text.starts_with("---") && text.ends_with("---");
}

}  // namespace yari
