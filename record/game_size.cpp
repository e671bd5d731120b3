// The tree is walked by number: a node's parent comes before it.
#include "record/game_size.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "record/record_limits.h"

namespace yari {

namespace {

// What is written around a text, at most: brackets, the name of a command, blanks.
constexpr std::size_t around_text = 16;
/// A move, its number on either side of it, a sign.
constexpr std::size_t bytes_of_move = 32;
constexpr std::size_t bytes_of_clock = 32;
/// Score, depth and nodes.
constexpr std::size_t bytes_of_evaluation = 64;
constexpr std::size_t bytes_of_usi_move = 6;
constexpr std::size_t bytes_of_glyph = 6;
/// What is written beside the tags: variant, rules, start, result, ending.
constexpr std::size_t bytes_of_fields = 1024;

/// With a backslash before what would end the text, or begin something.
std::size_t bytes_of_text(std::string_view text) {
  if (text.empty()) return 0;
  const auto is_escaped = [](char c) {
    return std::string_view("\\\"{}[]~\r\n\0", 10).find(c) != std::string_view::npos;
  };
  return text.size() + around_text +
         static_cast<std::size_t>(std::ranges::count_if(text, is_escaped));
}

void add(GameSize& size, const Note& note) {
  size.words += note.glyphs.size() + (note.before.empty() ? 0 : 1) + 1;
  size.evaluations += note.evaluations.size();
  size.bytes += note.glyphs.size() * bytes_of_glyph + bytes_of_text(note.before) +
                bytes_of_text(note.comment) + bytes_of_text(note.bookmark);
  if (note.spent_ms) size.bytes += bytes_of_clock;
  if (note.left_ms) size.bytes += bytes_of_clock;
  for (const Evaluation& e : note.evaluations)
    size.bytes += bytes_of_evaluation + bytes_of_text(e.engine) + e.pv.size() * bytes_of_usi_move;
}

void add(GameSize& size, const MoveTree& tree) {
  size.moves = tree.size() - 1;
  size.words += size.moves;
  size.bytes += size.moves * bytes_of_move;
  std::vector<std::uint32_t> depth(tree.size());
  for (NodeId n = root_node; n < tree.size(); ++n) {
    if (const Note* note = tree.note(n)) add(size, *note);
    if (n == root_node) continue;
    const bool begins = !tree.is_main(n);
    depth[n] = depth[tree.parent(n)] + (begins ? 1 : 0);
    // Two brackets, and the dots after a number.
    if (begins) size.words += 3, size.bytes += around_text;
    size.nesting = std::max(size.nesting, std::size_t{depth[n]});
  }
}

std::string more_than(const RecordLimit& limit) {
  return "more than " + std::to_string(limit.most) + ' ' + std::string(limit.what);
}

/// What `after` has more of than a record may, and than `before`.
std::string excess(const GameSize& before, const GameSize& after) {
  namespace most = record_limits;
  const auto grew = [&](std::size_t GameSize::*part, std::size_t limit) {
    return after.*part > limit && after.*part > before.*part;
  };
  if (grew(&GameSize::tags, most::tags.most)) return more_than(most::tags);
  if (grew(&GameSize::moves, most::moves.most)) return more_than(most::moves);
  if (grew(&GameSize::evaluations, most::evaluations.most)) return more_than(most::evaluations);
  if (grew(&GameSize::words, most::words.most)) return more_than(most::words);
  if (grew(&GameSize::nesting, most::nesting))
    return "variations nested deeper than " + std::to_string(most::nesting);
  if (grew(&GameSize::bytes, most::bytes))
    return "more than " + std::to_string(most::bytes / most::mebibyte) + " MiB of text";
  return {};
}

}  // namespace

GameSize size_of_record(const Game& game) {
  GameSize size;
  size.tags = game.tags.size();
  size.bytes = bytes_of_fields + bytes_of_text(game.unread);
  for (const Tag& tag : game.tags)
    size.bytes += around_text + tag.name.size() + bytes_of_text(tag.value);
  add(size, game.moves);
  return size;
}

std::string beyond_limits(const Game& game) { return excess({}, size_of_record(game)); }

std::string grows_beyond_limits(const Game& before, const Game& after) {
  const GameSize size = size_of_record(after);
  // Only a game that is too large needs the comparison.
  return excess({}, size).empty() ? std::string() : excess(size_of_record(before), size);
}

}  // namespace yari
