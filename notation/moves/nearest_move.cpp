// The distance counts characters to change, insert or leave out; signs that may be left out are.
#include "notation/moves/nearest_move.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "notation/hodges/move_text.h"
#include "notation/hodges/spelled_move.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

/// No move is longer.
constexpr std::size_t longest = 12;

// In small letters, without dashes and crosses.
std::string skeleton(std::string_view text) {
  std::string out;
  for (const char c : narrow(text)) {
    const char small = ascii_lower(c);
    if (small != '-' && small != 'x' && small != '=' && !is_space(small)) out += small;
  }
  return out;
}

// Requires: neither is longer than `longest`.
std::size_t distance(std::string_view a, std::string_view b) {
  std::array<std::size_t, longest + 1> row{};
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i + 1);
    for (std::size_t k = 0; k < b.size(); ++k) {
      const std::size_t changed = corner + (a[i] == b[k] ? 0 : 1);
      corner = row[k + 1];
      row[k + 1] = std::min({changed, row[k] + 1, corner + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

template <class V>
std::string nearest_moves(const Position<V>& position, std::string_view text) {
  const std::string wanted = skeleton(text);
  constexpr std::size_t shortest = 3;
  if (wanted.size() < shortest || wanted.size() > longest) return {};
  std::size_t least = wanted.size() < 5 ? 1 : 2;
  std::vector<std::string> nearest;
  for (const Move move : position.legal_moves()) {
    std::string shown;
    if (is_digit(wanted[0])) {
      shown = write_usi_move(move, V::info.variant);
    } else {
      append_move_text(shown, position, move);
    }
    const std::string spelled = skeleton(shown);
    const std::size_t d = spelled.size() > longest ? longest : distance(wanted, spelled);
    if (d > least) continue;
    if (d < least) nearest.clear();
    least = d;
    nearest.push_back(std::move(shown));
  }
  if (nearest.empty() || nearest.size() > 2) return {};
  return nearest.size() == 1 ? nearest[0] : nearest[0] + " or " + nearest[1];
}

#define YARI_INSTANTIATE(V) \
  template std::string nearest_moves(const Position<V>&, std::string_view);
YARI_INSTANTIATE(YariShogi)
YARI_INSTANTIATE(Shogi)
#undef YARI_INSTANTIATE

}  // namespace yari
