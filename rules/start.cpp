#include "rules/start.h"

#include <array>

#include "rules/sfen.h"

namespace yari {

const Setup& start_setup(Variant v) {
  static const std::array<Setup, 2> starts{*read_sfen(YariShogi::info.start, Variant::yari),
                                           *read_sfen(Shogi::info.start, Variant::shogi)};
  return starts[static_cast<std::size_t>(v)];
}

Result<Setup> read_start(std::string_view text, Variant v) {
  if (text == "startpos") return start_setup(v);
  return read_sfen(text, v);
}

}  // namespace yari
