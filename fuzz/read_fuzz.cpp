// Every reader, on any text: a game of legal moves or an error, and every finding inside the
// record.
#include "fuzz/fuzz.h"
#include "notation/encoding.h"
#include "rules/position.h"

namespace yari::fuzz {
namespace {

template <class V>
void require_legal(const Game& game) {
  const auto start = Position<V>::from(game.start);
  require(start.has_value(), "the start of a game that was read is a valid position");
  std::vector<Position<V>> positions(game.moves.size(), *start);
  for (NodeId n = 1; n < game.moves.size(); ++n) {
    Position<V>& position = positions[n] = positions[game.moves.parent(n)];
    require(position.is_legal(game.moves.move(n)), "every move that was read is legal");
    position.play(game.moves.move(n));
  }
}

}  // namespace

void check(std::string_view input) {
  Bytes bytes(input);
  const std::uint8_t which = bytes.next();
  const Format& format = formats()[which / 2 % formats().size()];
  const std::string text = to_utf8(bytes.rest());
  ReadOptions options;
  options.strict = which % 2 != 0;
  options.first_line = 1000;
  const ReadResult result = format.read(text, options);
  bool has_error = false;
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  for (const Diagnostic& d : result.diagnostics) {
    has_error |= d.severity == Severity::error;
    require(d.line >= 1000 && d.line <= 1000 + lines + 1, "findings lie inside the record");
    require(d.column >= 1, "columns count from 1");
    require(is_valid_utf8(d.message) && is_valid_utf8(d.excerpt), "findings are valid UTF-8");
    require(d.message.find('\n') == std::string::npos, "messages are one line");
  }
  require(result.game || has_error, "a refusal has a reason");
  if (!result.game) return;
  require(!result.game->was_cut() || has_error, "a cut is an error");
  require(!(options.strict && result.game->was_cut()), "strict reading cuts nothing");
  with_variant(result.game->variant, [&]<class V>(V) { require_legal<V>(*result.game); });
}

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const Game& game : seed_games()) {
    for (std::size_t f = 0; f < formats().size(); ++f) {
      if (formats()[f].write == nullptr) continue;
      all.push_back(static_cast<char>(2 * f) + formats()[f].write(game, {}).text);
    }
  }
  return all;
}

}  // namespace yari::fuzz
