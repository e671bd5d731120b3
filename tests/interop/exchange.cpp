// Random games of Shogi for another program, and what came back from it.
//
//   interop_exchange FOLDER N          writes the games as FOLDER/I.kif, I.ki2, ...
//   interop_exchange FOLDER N --check  compares FOLDER/I.kif.back.kif, I.kif.back.jkf, ... with
//   them
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "notation/format.h"
#include "rules/sfen.h"
#include "tests/notation/random_record.h"
#include "text/text.h"

using namespace yari;
using namespace yari::test;

namespace {

struct Exchanged {
  std::string_view name;
  bool variations, comments, players, ending;
};
constexpr Exchanged exchanged[] = {
    {"kif", true, true, true, true},     {"ki2", true, true, true, true},
    {"csa", false, true, true, true},    {"jkf", true, true, true, true},
    {"usi", false, false, false, false}, {"usen", true, false, false, false},
};

/// Words with one blank between them.
std::string words_of(std::string_view text) {
  std::string all;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text))
    all += (all.empty() ? "" : " ") + std::string(word);
  return all;
}

/// A line of moves and what branches off it: "7g7f{a comment}(2g2f ...) 3c3d ...".
void write_line(const Game& game, NodeId node, const Exchanged& with, std::string& out) {
  const auto comment_of = [&](NodeId n) {
    const Note* const note = game.moves.note(n);
    return with.comments && note && !note->comment.empty() ? '{' + words_of(note->comment) + '}'
                                                           : std::string();
  };
  if (node == root_node) out += comment_of(node);
  for (NodeId parent = node; game.moves.first_child(parent) != no_node;) {
    const NodeId first = game.moves.first_child(parent);
    out += ' ' + write_usi_move(game.moves.move(first), Variant::shogi) + comment_of(first);
    std::vector<std::string> others;
    for (NodeId n = game.moves.next_sibling(first); with.variations && n != no_node;
         n = game.moves.next_sibling(n)) {
      std::string other = '(' + write_usi_move(game.moves.move(n), Variant::shogi) + comment_of(n);
      write_line(game, n, with, other);
      others.push_back(other + ')');
    }
    for (const std::string& other : others) out += other;
    parent = first;
  }
}

std::string told(const Game& game, const Exchanged& with) {
  Setup start = game.start;
  start.move_number = 1;
  std::string text = write_sfen(start) + '\n';
  if (with.players)
    for (const std::string_view player : {tags::black, tags::white})
      text += words_of(game.tag(player)) + '\n';
  write_line(game, root_node, with, text);
  if (with.ending)
    text += fmt::format("\n{} {}", static_cast<int>(game.result), static_cast<int>(game.ending));
  return text;
}

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// A way to end that both sides have words for.
void end_as(Game& game, Ending ending) {
  const Color side =
      game.moves.main_plies() % 2 == 0 ? game.start.side_to_move : ~game.start.side_to_move;
  const bool drawn = ending == Ending::repetition || ending == Ending::impasse;
  game.ending = ending;
  game.result = ending == Ending::abandoned ? GameResult::unknown
                : drawn                     ? GameResult::draw
                                            : win_for(~side);
}

/// A variation that begins as the line does is one line elsewhere.
bool branches_differ(const MoveTree& moves) {
  for (NodeId n = 1; n < moves.size(); ++n)
    for (NodeId other = moves.next_sibling(n); other != no_node; other = moves.next_sibling(other))
      if (moves.move(n) == moves.move(other)) return false;
  return true;
}

/// Elsewhere three, five and seven pieces are unknown.
bool has_rare_handicap(const Game& game) {
  const std::string name = handicap_name(game.start).value_or("");
  constexpr std::string_view rare[] = {"Three pieces", "Five pieces", "Seven pieces"};
  return std::ranges::any_of(rare, [&](std::string_view n) { return name.starts_with(n); });
}

/// A variation in the place of the ending is not told from moves that go on.
bool is_shared_ground(const Game& game) {
  return branches_differ(game.moves) && !has_rare_handicap(game) && !game.moves.ended_at();
}

std::vector<Game> games(int count) {
  constexpr Ending endings[] = {Ending::resignation, Ending::timeout, Ending::repetition,
                                Ending::impasse, Ending::abandoned};
  Rng rng(5);
  RecordParts parts;
  parts.nasty_text = parts.evaluations = parts.glyphs = parts.bookmarks = parts.before = false;
  parts.endings = false;
  std::vector<Game> all;
  while (static_cast<int>(all.size()) < count) {
    Game game = RandomRecord<Shogi>(rng, parts).game();
    if (!is_shared_ground(game)) continue;
    if (game.result == GameResult::unknown) end_as(game, endings[all.size() % std::size(endings)]);
    all.push_back(std::move(game));
  }
  return all;
}

int write_games(const std::filesystem::path& folder, int count) {
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const Game& game : games(count)) {
    ++number;
    for (const Exchanged& as : exchanged)
      std::ofstream(folder / fmt::format("{}.{}", number, as.name), std::ios::binary)
          << format_named(as.name)->write(game, {}).text;
  }
  return 0;
}

std::string read_and_tell(std::string_view format, std::string_view text, const Exchanged& with) {
  ReadOptions options;
  options.variant = Variant::shogi;
  const ReadResult read = format_named(format)->read(text, options);
  return read.game ? told(*read.game, with) : "no game";
}

int compare(const std::filesystem::path& folder, int count) {
  int same = 0, faults = 0;
  for (int number = 1; number <= count; ++number) {
    for (const Exchanged& as : exchanged) {
      const std::string name = fmt::format("{}.{}", number, as.name);
      for (const Exchanged& back : exchanged) {
        const std::filesystem::path file = folder / fmt::format("{}.back.{}", name, back.name);
        if (!std::filesystem::exists(file)) continue;
        const std::string ours = read_and_tell(as.name, content(folder / name), as);
        const std::string theirs = read_and_tell(back.name, content(file), as);
        ++(ours == theirs ? same : faults);
        if (ours != theirs)
          std::cout << name << "\n--- ours\n" << ours << "\n--- back\n" << theirs << '\n';
      }
    }
  }
  std::cout << same << " records came back the same, " << faults << " did not\n";
  return same > 0 && faults == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return std::cerr << "usage: interop_exchange FOLDER N [--check]\n", 2;
  return (count == 3 ? write_games : compare)(arguments[1], std::atoi(arguments[2]));
}
