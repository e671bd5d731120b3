#include "rules/start.h"

#include <algorithm>
#include <array>
#include <string>

#include "rules/foreign_fen.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

const Setup& start_setup(Variant v) {
  static const std::array<Setup, 2> starts{*read_sfen(YariShogi::info.start, Variant::yari),
                                           *read_sfen(Shogi::info.start, Variant::shogi)};
  return starts[static_cast<std::size_t>(v)];
}

Result<Setup> read_start(std::string_view text, Variant v) {
  const std::string_view bare = bare_sfen(text);
  if (same_ignoring_case(bare, "startpos")) return start_setup(v);
  std::string sfen(bare);
  std::ranges::replace(sfen, '_', ' ');
  const std::optional<ForeignFen> fen = read_foreign_fen(sfen);
  const bool in_brackets = fen && fen->in_brackets;
  Result<Setup> setup = read_sfen(in_brackets ? fen->sfen : sfen, v);
  if (setup) return setup;
  std::size_t& at = setup.error().offset;
  // In the SFEN the side stands between the board and the hands: " b ".
  if (in_brackets && at > bare.find('[')) at = std::min(at - 2, bare.size());
  at += offset_in(text, bare);
  return setup;
}

}  // namespace yari
