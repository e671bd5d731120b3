/// \file
/// Random games with everything a record can hold, for round trips.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "record/board_verdict.h"
#include "rules/handicap.h"
#include "rules/start.h"
#include "tests/support/effort.h"
#include "tests/support/random_game.h"

namespace yari::test {

/// Which parts a random record gets; formats that lack some are tested without them.
struct RecordParts {
  bool variations = true;
  bool comments = true;
  bool before = true;
  bool glyphs = true;
  bool clocks = true;
  bool evaluations = true;
  bool bookmarks = true;
  bool tags = true;
  bool starts = true;
  bool endings = true;
  bool nasty_text = true;
  /// Results that follow from the ending and the side to move, as in played games.
  bool sound_endings = false;
};

/// How many random games a round trip takes: `YARI_ROUND_TRIPS`; else `thorough` or
/// a third of them.
inline int round_trips(int thorough) {
  return number_from("YARI_ROUND_TRIPS", effort(thorough, (thorough + 2) / 3));
}

/// Readers take from the board what nothing else says.
inline void ask_board(Game& game) {
  const std::optional<Outcome> end = board_verdict(game).end;
  const bool open = game.result == GameResult::unknown;
  if (!end || game.was_cut() || (!open && game.result != end->result)) return;
  game.result = end->result;
  if (game.ending == Ending::unknown || (open && game.ending == Ending::abandoned))
    game.ending = end->ending;
}

/// Builds random games of V.
template <class V>
class RandomRecord {
 public:
  explicit RandomRecord(Rng& rng, RecordParts parts = {}) : rng_(rng), parts_(parts) {}

  Game game() {
    game_ = new_game(V::info.variant);
    if (parts_.starts) game_.start = random_start();
    const Position<V> start = *Position<V>::from(game_.start);
    if (parts_.tags) random_tags();
    decorate(root_node);
    grow(root_node, start, number(0, 40), 0);
    if (parts_.variations && chance(10)) play_after_end(start);
    if (parts_.sound_endings) {
      sound_ending();
    } else if (parts_.endings) {
      game_.ending = static_cast<Ending>(number(0, ending_count - 1));
      game_.result = static_cast<GameResult>(number(0, 3));
      if (chance(10))
        game_.rules = V::info.variant == Variant::yari ? RuleSet::svp : RuleSet::classic;
    }
    // A declaration or a result against the board is refused when strict.
    if (!refuted_declaration(game_).empty() || !refuted_impasse(game_).empty())
      game_.ending = Ending::resignation;
    const BoardVerdict verdict = board_verdict(game_);
    if (verdict.end && !contradiction(*verdict.end, game_.result).empty())
      game_.result = verdict.end->result;
    if (game_.ending != Ending::illegal_move) ask_board(game_);
    return std::move(game_);
  }

  int number(int low, int high) {
    return low + static_cast<int>(rng_() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// True in `percent` of 100 cases.
  bool chance(int percent) { return number(1, 100) <= percent; }

  std::string text() {
    static constexpr std::array plain{
        "good", "P-7f",    "歩", "7六歩", "was",      "better", "Zürich",         "1-0",
        "a",    "12.",     "x",  "🙂",  "👍🏽", "é",      "\"so\" he said", "resigns",
        "\n",   "(maybe)", "♟",  "50%",   "日本語",   "e=mc2",  "🏳️‍🌈", "ｶﾅ"};
    // What means something in one of the formats.
    static constexpr std::array nasty{"}",
                                      "{",
                                      "~",
                                      "\\",
                                      "\"",
                                      "]",
                                      "[",
                                      "[%clk 0:00:01]",
                                      "  ",
                                      "\n\n",
                                      "\\n",
                                      "\\}",
                                      "[%unread",
                                      " ",
                                      ";",
                                      "'",
                                      "*",
                                      "#",
                                      "&",
                                      "変化：3手",
                                      "%TORYO",
                                      "\t",
                                      "手数",
                                      "\r",
                                      "手合割：角落ち",
                                      "先手：",
                                      "まで3手で先手の勝ち",
                                      "   1 ７六歩(77)",
                                      "▲７六歩",
                                      "+7776FU",
                                      "T12",
                                      "$EVENT:x",
                                      "V3.0",
                                      "N+",
                                      "/",
                                      "\n/\n",
                                      "'*",
                                      "'** 12",
                                      "** 12",
                                      "# x",
                                      "#KIF version=2.0",
                                      "startpos moves",
                                      "~0.",
                                      "\",\"",
                                      "{\"moves\":[",
                                      "\\u0000",
                                      "[Event \"x\"]",
                                      "\n\n1. P-7f",
                                      "\n1. ",
                                      "。",
                                      "　",
                                      "：",
                                      ":",
                                      "=",
                                      "(;",
                                      "&bookmark",
                                      "\f",
                                      "\v"};
    std::string out;
    for (int words = number(1, 12); words-- > 0;) {
      if (!out.empty() && !chance(20)) out += ' ';
      if (parts_.nasty_text && chance(25)) {
        out += nasty[static_cast<std::size_t>(number(0, nasty.size() - 1))];
      } else {
        out += plain[static_cast<std::size_t>(number(0, plain.size() - 1))];
      }
    }
    return out;
  }

 private:
  Setup random_start() {
    if (chance(50)) return start_setup(V::info.variant);
    if (chance(40)) return random_handicap();
    Position<V> position = Position<V>::start();
    for (int plies = number(1, 60); plies-- > 0 && position.has_legal_move();) {
      position.play(random_move(position, rng_));
    }
    return position.setup();
  }

  Setup random_handicap() {
    if constexpr (V::info.variant == Variant::shogi) {
      const auto list = shogi_handicaps();
      const auto i = static_cast<std::size_t>(number(0, static_cast<int>(list.size()) - 1));
      return *read_handicap(list[i].name, V::info.variant);
    } else {
      // Any of White's pieces may be left out.
      std::vector<Square> removed;
      const Setup& even = start_setup(V::info.variant);
      for (int i = 0; i < V::files * rank_count; ++i) {
        const Square s = Square::at(i % V::files, i / V::files);
        const bool takes = !even[s].empty() && even[s].color() == Color::white &&
                           even[s].kind() != general && chance(20);
        if (takes) removed.push_back(s);
      }
      return removed.empty() ? *read_handicap("YR", V::info.variant)
                             : handicap_setup(V::info.variant, removed);
    }
  }

  void sound_ending() {
    const bool odd = game_.moves.main_plies() % 2 != 0;
    const Color first = game_.start.side_to_move;
    const Color side = odd ? ~first : first;
    game_.ending = static_cast<Ending>(number(0, ending_count - 1));
    switch (game_.ending) {
      case Ending::illegal_move:
      case Ending::perpetual_check:
      case Ending::forfeit:
        game_.result = win_for(chance(50) ? side : ~side);
        break;
      case Ending::resignation:
      case Ending::mate:
      case Ending::stalemate:
      case Ending::timeout:
      case Ending::general_taken:
        game_.result = win_for(~side);
        break;
      case Ending::declaration:
        game_.result = win_for(side);
        break;
      case Ending::repetition:
      case Ending::impasse:
      case Ending::draw_agreed:
      case Ending::move_limit:
        game_.result = GameResult::draw;
        break;
      default:
        break;
    }
  }

  void random_tags() {
    if (chance(80)) game_.tags.push_back({"Black", text()});
    if (chance(80)) game_.tags.push_back({"White", text()});
    if (chance(50)) game_.tags.push_back({"Event", text()});
    if (chance(50)) {
      game_.tags.push_back(
          {"Date", chance(80) ? "2024.05.1" + std::to_string(number(0, 9)) : "1995.??.??"});
    }
    if (chance(20)) game_.tags.push_back({"Opening_2", text()});
    if (chance(5)) game_.tags.push_back({std::string(70, 'n'), text()});
    if (chance(10)) {
      static constexpr std::array lines{"記録ID：", "手合割：", "先手の持駒：", "棋戦：", ""};
      const auto i = static_cast<std::size_t>(number(0, lines.size() - 1));
      game_.tags.push_back({"KIF", lines[i] + text()});
    }
    if (chance(30)) {
      static constexpr std::array times{"0:00:12", "1:02:03.500", "0:00:00", "12", "long"};
      const auto i = static_cast<std::size_t>(number(0, times.size() - 1));
      game_.tags.push_back({"EndingSpent", times[i]});
    }
    if (chance(10)) game_.tags.push_back({"Comment", ""});
  }

  Evaluation random_evaluation(const Position<V>& position) {
    Evaluation e;
    e.mate = chance(20);
    e.score = e.mate ? number(-30, 30) : number(-4000, 4000);
    if (chance(60)) e.depth = number(1, 40);
    if (chance(40)) e.nodes = rng_() >> number(20, 50);
    if (parts_.nasty_text && chance(30)) e.engine = text();
    Position<V> line = position;
    for (int n = number(0, 4); n-- > 0 && line.has_legal_move();) {
      e.pv.push_back(random_move(line, rng_));
      line.play(e.pv.back());
    }
    return e;
  }

  void decorate(NodeId n, const Position<V>* position = nullptr) {
    Note note;
    if (parts_.comments && chance(12)) note.comment = text();
    if (n != root_node) {
      if (parts_.before && chance(5)) note.before = text();
      if (parts_.clocks && chance(30))
        note.spent_ms = static_cast<std::uint32_t>(number(0, 5'000'000));
      if (parts_.clocks && chance(20))
        note.left_ms = static_cast<std::uint32_t>(number(0, 500'000'000));
    }
    if (parts_.glyphs && chance(8)) {
      for (int i = number(1, 3); i-- > 0;) {
        note.glyphs.push_back(
            static_cast<std::uint8_t>(chance(70) ? number(1, 6) : number(0, 255)));
      }
    }
    if (parts_.evaluations && position && chance(10)) {
      for (int i = number(1, 2); i-- > 0;) note.evaluations.push_back(random_evaluation(*position));
    }
    if (parts_.bookmarks && n != root_node && chance(3)) note.bookmark = text();
    if (!note.empty()) game_.moves.edit_note(n) = note;
  }

  void grow(NodeId parent, const Position<V>& from, int plies, int depth) {
    Position<V> position = from;
    NodeId node = parent;
    std::vector<std::pair<NodeId, Position<V>>> branches;
    for (; plies-- > 0 && position.has_legal_move();) {
      if (parts_.variations && chance(depth < 3 ? 8 : 1)) branches.emplace_back(node, position);
      const Move m = random_move(position, rng_);
      node = game_.moves.add(node, m);
      position.play(m);
      decorate(node, &position);
    }
    for (const auto& [at, there] : branches) {
      if (depth < 6) grow(at, there, number(1, 6), depth + 1);
    }
  }

  // Variations in the place of the ending.
  void play_after_end(Position<V> position) {
    const std::vector<NodeId> line = game_.moves.main_line();
    for (const NodeId n : line) position.play(game_.moves.move(n));
    if (!position.has_legal_move()) return;
    game_.moves.end_main_line();
    for (int n = number(1, 2); n-- > 0;)
      grow(line.empty() ? root_node : line.back(), position, number(1, 6), 1);
  }

  Rng& rng_;
  RecordParts parts_;
  Game game_;
};

}  // namespace yari::test
