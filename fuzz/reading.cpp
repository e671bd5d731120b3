// Records for the fuzz targets of the readers.
#include "fuzz/reading.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "fuzz/fuzz.h"
#include "notation/encoding/encoding.h"
#include "rules/position.h"
#include "tests/support/random_game.h"

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

/// A few moves with everything that a record can hold.
template <class V>
Game short_game(test::Rng& rng) {
  Game game = test::random_game<V>(rng, 3 + static_cast<int>(rng() % 8));
  game.set_tag(tags::black, "羽生 \"A\"");
  game.set_tag(tags::date, "1995-08-23");
  game.result = rng() % 2 == 0 ? GameResult::white_wins : GameResult::unknown;
  if (game.result != GameResult::unknown) game.ending = Ending::resignation;
  Note& note = game.moves.edit_note(static_cast<NodeId>(rng() % game.moves.size()));
  note.comment = "a {b} (1-0)";
  note.glyphs = {1};
  note.spent_ms = 61'000;
  note.evaluations = {{31, false, 9, 1000, "e", game.moves.main_moves()}};
  const Move first = game.moves.move(game.moves.main_line().front());
  for (Move move : Position<V>::start().legal_moves()) {
    if (move == first) continue;
    game.moves.add(root_node, move);
    break;
  }
  return game;
}

const std::vector<Game>& short_games() {
  static const std::vector<Game> games = [] {
    std::vector<Game> all;
    test::Rng rng(7);
    for (int i = 0; i < 6; ++i) {
      all.push_back(short_game<YariShogi>(rng));
      all.push_back(short_game<Shogi>(rng));
    }
    return all;
  }();
  return games;
}

/// Letters and digits, or bytes of other characters, or one mark or a row of blanks.
int class_of(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x80) return 1;
  if ((byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z')) return 2;
  return byte <= ' ' ? 3 : 4;
}

std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  for (const char c : text) {
    if (tokens.empty() || class_of(c) == 4 || class_of(tokens.back().back()) != class_of(c) ||
        c == '\n')
      tokens.emplace_back();
    tokens.back() += c;
  }
  return tokens;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

/// Drops, doubles, exchanges or moves one of the parts, or takes one of the others.
void shuffle_parts(std::vector<std::string>& parts, const std::vector<std::string>& others,
                   test::Rng& rng) {
  const auto any = [&rng](const std::vector<std::string>& all) { return rng() % all.size(); };
  const std::size_t at = any(parts);
  const auto place = parts.begin() + static_cast<std::ptrdiff_t>(at);
  switch (rng() % 6) {
    case 0:
      parts.erase(place);
      break;
    case 1:
      parts.insert(place, std::string(*place));
      break;
    case 2:
      std::swap(parts[at], parts[any(parts)]);
      break;
    case 3:
      std::rotate(place, place + 1, parts.end());
      break;
    case 4:
      if (!others.empty()) *place = others[any(others)];
      break;
    default:
      if (!others.empty()) parts.insert(place, others[any(others)]);
  }
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

void put_between_brackets(std::vector<std::string>& parts, test::Rng& rng) {
  static constexpr std::string_view pairs[] = {"()", "{}", "[]", "\"\"", "<>", "「」"};
  const std::string_view pair = pairs[rng() % std::size(pairs)];
  const std::size_t first = rng() % parts.size();
  const std::size_t last = first + rng() % std::min<std::size_t>(parts.size() - first, 12);
  parts[first].insert(0, pair.substr(0, pair.size() / 2));
  parts[last] += pair.substr(pair.size() / 2);
}

}  // namespace

void check_reading(const Format& format, bool strict, std::string_view bytes) {
  const std::string text = to_utf8(bytes);
  ReadOptions options;
  options.strict = strict;
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

std::vector<std::string> record_seeds(std::initializer_list<std::string_view> formats) {
  std::vector<std::string> all;
  for (const Game& game : short_games()) {
    char place = 0;
    for (const std::string_view name : formats) {
      const Format& format = *format_named(name);
      if (format.write != nullptr) all.push_back(place + format.write(game, {}).text);
      place = static_cast<char>(place + 2);
    }
  }
  return all;
}

void check_record(std::initializer_list<std::string_view> formats, std::string_view input) {
  Bytes bytes(input);
  const std::uint8_t which = bytes.next();
  const std::string_view name = formats.begin()[which / 2 % formats.size()];
  check_reading(*format_named(name), which % 2 != 0, bytes.rest());
}

void reshape_text(std::string& input, std::string_view other, std::uint64_t seed) {
  if (input.size() < 2) return;
  test::Rng rng(seed);
  const bool by_line = rng() % 4 == 0;
  const auto cut = by_line ? lines_of : tokens_of;
  // The first byte says how the record is read.
  std::vector<std::string> parts = cut(std::string_view(input).substr(1));
  const std::vector<std::string> others = cut(other.substr(std::min<std::size_t>(1, other.size())));
  const std::size_t changes = 1 + rng() % 3;
  for (std::size_t i = 0; i < changes && !parts.empty(); ++i) {
    if (!by_line && rng() % 8 == 0)
      put_between_brackets(parts, rng);
    else
      shuffle_parts(parts, others, rng);
  }
  input = input[0] + joined(parts);
}

std::vector<std::string> query_examples() {
  std::ifstream page(std::filesystem::path(YARI_SOURCE_DIR) / "docs/query.md");
  std::vector<std::string> all;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      inside = line == "```query";
    } else if (inside) {
      line.resize(std::min(line.find('#'), line.size()));
      line.resize(line.find_last_not_of(' ') + 1);
      if (!line.empty()) all.push_back(line);
    }
  }
  require(!all.empty(), "docs/query.md has examples");
  return all;
}

}  // namespace yari::fuzz
