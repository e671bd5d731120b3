#include "web/http/language.h"

#include <algorithm>
#include <string>

#include "text/ascii.h"
#include "text/text.h"

namespace yari::web {

namespace {

/// Thousandths of "ja;q=0.9": 900. Nothing said is 1000.
int weight_of(std::string_view range) {
  const std::size_t q = range.find("q=");
  if (q == range.npos) return 1000;
  int weight = 0;
  int unit = 1000;
  for (const char c : range.substr(q + 2)) {
    if (!is_digit(c)) continue;
    weight += (c - '0') * unit;
    unit /= 10;
  }
  return weight;
}

}  // namespace

Language preferred_language(std::string_view accepted) {
  Language preferred = Language::english;
  int most = 0;
  while (!accepted.empty()) {
    const std::size_t end = std::min(accepted.find(','), accepted.size());
    const std::string range = ascii_lower(trimmed(accepted.substr(0, end)));
    accepted.remove_prefix(std::min(end + 1, accepted.size()));
    const bool is_known = range.starts_with("ja") || range.starts_with("en");
    if (!is_known || weight_of(range) <= most) continue;
    most = weight_of(range);
    preferred = range.starts_with("ja") ? Language::japanese : Language::english;
  }
  return preferred;
}

Language language_of(const httplib::Request& request) {
  return preferred_language(request.get_header_value("Accept-Language"));
}

}  // namespace yari::web
