// What was read can be written in every format, reads back with the same main line, and is then
// written the same again.
#include "fuzz/fuzz.h"
#include "notation/encoding/encoding.h"

namespace yari::fuzz::rewrite_fuzz {

void check(std::string_view input) {
  Bytes bytes(input);
  const std::uint8_t which = bytes.next();
  const std::size_t count = formats().size();
  const Format& from = formats()[which % count];
  const Format& to = formats()[which / count % count];
  const ReadResult read = from.read(to_utf8(bytes.rest()), {});
  if (!read.game || to.write == nullptr) return;
  const WriteResult written = to.write(*read.game, {});
  require(is_valid_utf8(written.text), "what is written is valid UTF-8");
  // A format that does not hold the variant says so.
  if (written.text.empty()) return require(!written.losses.empty(), "nothing is lost in silence");
  ReadOptions options;
  options.variant = read.game->variant;
  require(to.record_length(written.text, true) == written.text.size(), "one game is one record");
  const ReadResult again = to.read(written.text, options);
  // A format may need more lines for a game than a reader takes.
  if (!again.game && again.diagnostics.back().text.code == FindingCode::record_too_large) return;
  require(again.game.has_value(), "what is written can be read");
  require(again.game->moves.main_moves() == read.game->moves.main_moves(), "moves come back");
  require(again.game->start.same_position(read.game->start), "the start comes back");
  require(to.write(*again.game, {}).text ==
              to.write(*to.read(to.write(*again.game, {}).text, options).game, {}).text,
          "writing settles");
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  const std::size_t count = formats().size();
  for (const Game& game : seed_games()) {
    for (std::size_t f = 0; f < count; ++f) {
      if (formats()[f].write == nullptr) continue;
      const std::string text = formats()[f].write(game, {}).text;
      for (std::size_t to = 0; to < count; ++to)
        all.push_back(static_cast<char>(to * count + f) + text);
    }
  }
  return all;
}

const Target target("rewrite", check, seeds);

}  // namespace yari::fuzz::rewrite_fuzz
