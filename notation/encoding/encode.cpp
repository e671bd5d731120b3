// Text goes back to bytes, and a declaration in it says in which encoding it went.
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "notation/encoding/converter.h"
#include "notation/encoding/encoding.h"
#include "notation/encoding/iso_2022_jp.h"
#include "text/utf8.h"

namespace yari {

namespace {

/// What stands for a character that `e` does not have: the mark that Japanese type has for a
/// missing sort, where there is one.
std::string_view stand_in(Encoding e) {
  if (e == Encoding::shift_jis) return "\x81\xAC";
  return e == Encoding::latin1 ? "?" : "\xA2\xAE";
}

constexpr std::size_t shown = 8;

std::string loss(std::vector<std::string_view> kinds, std::size_t lost, Encoding to,
                 std::string_view what) {
  const bool more = kinds.size() > shown;
  kinds.resize(std::min(kinds.size(), shown));
  return fmt::format("characters that {} {}: {} ({}{})", name(to), what, lost,
                     fmt::join(kinds, " "), more ? " ..." : "");
}

/// Reports those that come back as others that look like them.
void report_look_alikes(Encoded& result, std::string_view utf8, Encoding to) {
  const std::vector<std::string> others = written_as_others(to);
  std::size_t count = 0;
  std::vector<std::string_view> kinds;
  for (const std::string& other : others) {
    std::size_t at = utf8.find(other);
    if (at == utf8.npos) continue;
    kinds.push_back(other);
    for (; at != utf8.npos; at = utf8.find(other, at + other.size())) ++count;
  }
  if (count > 0)
    result.losses.push_back(loss(std::move(kinds), count, to, "has in another form alone"));
}

}  // namespace

Encoded encode(std::string_view utf8, Encoding to) {
  Encoded result;
  if (to == Encoding::utf8) {
    result.bytes = utf8;
    return result;
  }
  const std::string_view text = utf8;
  std::size_t lost = 0;
  std::vector<std::string_view> kinds;
  while (true) {
    utf8.remove_prefix(encode_prefix(result.bytes, utf8, to));
    if (utf8.empty()) break;
    const std::string_view character =
        utf8.substr(0, std::max<std::size_t>(utf8_length(utf8, 0), 1));
    ++lost;
    // One more than are shown is enough to know.
    if (kinds.size() <= shown && std::find(kinds.begin(), kinds.end(), character) == kinds.end()) {
      kinds.push_back(character);
    }
    result.bytes += stand_in(to);
    utf8.remove_prefix(character.size());
  }
  if (to == Encoding::iso_2022_jp) result.bytes = iso_2022_jp_of_euc_jp(result.bytes);
  if (lost != 0) result.losses.push_back(loss(std::move(kinds), lost, to, "does not have"));
  report_look_alikes(result, text, to);
  return result;
}

}  // namespace yari
