// A game as one line of JSON, written move by move: forks can be nested deeper than a library
// writes them.
#include <nlohmann/json.hpp>

#include "notation/csa/words.h"
#include "notation/jkf/jkf.h"
#include "notation/read/engine_lines.h"
#include "notation/words/comment.h"
#include "notation/words/ending_words.h"
#include "notation/words/handicap_text.h"
#include "notation/words/header_names.h"
#include "notation/words/japanese.h"
#include "notation/words/outcome_words.h"
#include "notation/write/game_walk.h"
#include "notation/write/losses.h"
#include "rules/position.h"
#include "text/text.h"

namespace yari {

namespace {

// Members stay in the order in which they are set.
using json = nlohmann::ordered_json;

json place_of(Square s) { return {{"x", s.file() + 1}, {"y", s.rank() + 1}}; }

int number_of(Color c) { return c == Color::black ? 0 : 1; }

// With as many seconds in all as `total`.
json time_of(std::uint32_t seconds, std::uint64_t total) {
  return {{"now", {{"m", seconds / 60}, {"s", seconds % 60}}},
          {"total", {{"h", total / 3600}, {"m", total / 60 % 60}, {"s", total % 60}}}};
}

template <class V>
json board_of(const Setup& setup) {
  json data{{"color", number_of(setup.side_to_move)}};
  json& board = data["board"] = json::array();
  for (int file = 0; file < V::files; ++file) {
    json& squares = board.emplace_back(json::array());
    for (int rank = 0; rank < rank_count; ++rank) {
      const Piece p = setup[Square::at(file, rank)];
      json& square = squares.emplace_back(json::object());
      if (p.empty()) continue;
      square["color"] = number_of(p.color());
      square["kind"] = csa_word(p.kind(), V::info.variant);
    }
  }
  json& hands = data["hands"] = json::array();
  for (const Color c : both_colors) {
    json& hand = hands.emplace_back(json::object());
    for (const Kind k : V::info.hand_order)
      hand[std::string(csa_word(k, V::info.variant))] = setup.hands[c].count(k);
  }
  return data;
}

template <class V>
class JkfWriter {
 public:
  using Line = WalkedLine<V>;

  JkfWriter(const Game& game, WriteResult& result)
      : game_(game),
        moves_(game.moves),
        result_(result),
        out_(result.text),
        ending_(written_ending(game, Dialect::csa, 1000)) {
    // An ending without a result would be read with the one that it has by default.
    const bool is_exact = game.result != GameResult::unknown ||
                          result_for(game.ending, side_at_end(game)) == GameResult::unknown;
    if (ending_.unsaid && is_exact) outcome_ = words_of({game.result, game.ending});
  }

  void start(const Line& line) {
    out_ +=
        "{\"header\":" + text_of(header()) + ",\"initial\":" + text_of(initial()) + ",\"moves\":[";
    object_ = json::object();
    comments(root_node, line);
    open_object();
  }

  void move(NodeId n, const Line& line) {
    const Position<V>& position = line.position();
    const Move m = moves_.move(n);
    json move = json::object();
    if (!m.is_drop()) move["from"] = place_of(m.from());
    move["to"] = place_of(m.to());
    move["color"] = number_of(position.side_to_move());
    const Kind kind = position.moved_kind(m);
    move["piece"] = csa_word(kind, V::info.variant);
    if (line.last_target() && *line.last_target() == m.to()) move["same"] = true;
    if (m.promotes()) {
      move["promote"] = true;
    } else if (!m.is_drop() && position.is_legal(Move::board(m.from(), m.to(), true))) {
      move["promote"] = false;
    }
    if (position.is_capture(m)) {
      move["capture"] = csa_word(position.at(m.to()).kind(), V::info.variant);
    }
    MoveList others;
    if (m.is_drop()) position.legal_moves_to(m.to(), kind, others);
    if (!others.empty()) move["relative"] = "H";
    object_ = json{{"move", std::move(move)}};
  }

  void played(NodeId n, const Line& line) {
    if (const Note* note = moves_.note(n)) {
      const std::uint64_t total = line.spent_seconds(~line.position().side_to_move());
      if (note->spent_ms) object_["time"] = time_of(*note->spent_ms / 1000, total);
      comments(n, line);
    }
    open_object();
  }

  void begin_variation(NodeId, const Line&) {
    const bool first_field = out_.back() == '{';
    out_ += levels_.back().has_forks ? ",[" : first_field ? "\"forks\":[[" : ",\"forks\":[[";
    levels_.back().has_forks = true;
    levels_.emplace_back();
  }

  void end_variation(const Line&) {
    close_object();
    out_ += ']';
    levels_.pop_back();
  }

  void ending(const Line& line) {
    // Forks in the place of an ending that has no word stand at an empty object.
    if (!ending_.word.empty() || moves_.ended_at()) {
      object_ = json::object();
      if (!ending_.word.empty()) object_["special"] = ending_.word;
      if (ending_.spent_ms) {
        const std::uint32_t seconds = *ending_.spent_ms / 1000;
        object_["time"] =
            time_of(seconds, line.spent_seconds(line.position().side_to_move()) + seconds);
      }
      open_object();
    }
  }

  void end(const Line&) {
    close_object();
    out_ += "]}\n";
  }

  void report() {
    result_.losses = losses(game_, {.tags = true,
                                    .result = true,
                                    .ending = true,
                                    .variations = true,
                                    .comments = true,
                                    .spent_time = true,
                                    .evaluations = true,
                                    .bookmarks = true,
                                    .evaluation_details = true});
    if (ending_.unsaid && outcome_.empty())
      add_unsaid_outcome(result_.losses, game_, "ending, which JKF has no word for");
    add_loss(result_.losses, double_names_, "tags of the same name");
    add_losses(result_.losses, lost_);
  }

 private:
  /// An array of moves that is being written. Its last object stays open for forks.
  struct Level {
    bool has_objects = false;
    bool has_forks = false;
  };

  static std::string text_of(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
  }

  // Writes object_ but for its last brace.
  void open_object() {
    close_object();
    if (levels_.back().has_objects) out_ += ',';
    levels_.back() = {true, false};
    out_ += text_of(object_);
    out_.pop_back();
  }

  void close_object() {
    if (levels_.back().has_objects) out_ += levels_.back().has_forks ? "]}" : "}";
  }

  void comments(NodeId n, const Line& line) {
    const Note* note = moves_.note(n);
    if (!note) return;
    // "&" begins a bookmark.
    NoteLines lines = note_lines(*note, line.position(), line.last_target(), "&", lost_);
    if (!lines.bookmark.empty()) lines.comments.push_back('&' + lines.bookmark);
    if (!lines.comments.empty()) object_["comments"] = std::move(lines.comments);
  }

  json header() {
    json header = json::object();
    if (game_.variant == Variant::yari) header["棋種"] = kif_yari_header;
    const bool timed = ending_.spent_ms.has_value();
    for (const HeaderLine& h : kif_headers(game_.tags, timed, "先手", "後手", lost_.broken)) {
      if (!header.emplace(h.name, h.value).second) ++double_names_;
    }
    if (!outcome_.empty() && !header.emplace(result_header, outcome_).second) ++double_names_;
    return header;
  }

  json initial() const {
    json initial{{"preset", jkf_preset(game_.start)}};
    if (initial["preset"] == "OTHER") initial["data"] = board_of<V>(game_.start);
    return initial;
  }

  const Game& game_;
  const MoveTree& moves_;
  WriteResult& result_;
  std::string& out_;
  WrittenEnding ending_;
  /// What no special move says, as a header.
  std::string outcome_;
  /// The object being filled.
  json object_;
  std::vector<Level> levels_{1};
  NoteLosses lost_;
  std::size_t double_names_ = 0;
};

}  // namespace

WriteResult write_jkf(const Game& game, const WriteOptions&) {
  WriteResult result;
  with_variant(game.variant, [&]<class V>(V) {
    JkfWriter<V> writer(game, result);
    walk_nested<V>(game, writer);
    writer.report();
  });
  return result;
}

}  // namespace yari
