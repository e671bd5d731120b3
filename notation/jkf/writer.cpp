// A game as one line of JSON; forks are written where they branch off.
#include <nlohmann/json.hpp>
#include <set>

#include "notation/comment.h"
#include "notation/csa/words.h"
#include "notation/ending_words.h"
#include "notation/handicap_text.h"
#include "notation/header_names.h"
#include "notation/jkf/jkf.h"
#include "notation/jkf/presets.h"
#include "notation/kif/kif.h"
#include "notation/kif_evaluation.h"
#include "notation/losses.h"
#include "notation/text.h"
#include "rules/position.h"

namespace yari {

namespace {

std::string quoted_json(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <class V>
class JkfWriter {
 public:
  JkfWriter(const Game& game, WriteResult& result)
      : game_(game), moves_(game.moves), result_(result), out_(result.text) {}

  void write() {
    const bool worded = !csa_word({game_.result, game_.ending}, side_at_end(game_)).empty();
    if (worded) ending_spent_ = ending_spent(game_.tags, 1000);
    out_ += "{\"header\":{";
    header();
    out_ += "},\"initial\":{";
    initial();
    out_ += "},\"moves\":[{";
    const Position<V> start = *Position<V>::from(game_.start);
    comments(root_node, start, nullptr);
    out_ += '}';
    Frame main{
        moves_.first_child(root_node), no_node, {}, false, start, start, {}, {}, false, {}, false};
    stack_.push_back(main);
    while (!stack_.empty()) step();
    out_ += "]}\n";
    report();
  }

 private:
  // A line of play on its way out. Forks of a move are written inside its object.
  struct Frame {
    NodeId next;
    NodeId fork;
    std::array<std::uint64_t, 2> spent;
    bool variation;
    Position<V> before;
    Position<V> now;
    std::array<std::uint64_t, 2> spent_before;
    Square last;
    bool has_last;
    Square last_before;
    bool has_last_before;
    bool in_object = false;
    bool has_forks = false;
  };

  void step() {
    Frame& f = stack_.back();
    if (f.fork != no_node) {
      const NodeId fork = f.fork;
      f.fork = moves_.next_sibling(fork);
      out_ += f.has_forks ? ",[" : ",\"forks\":[[";
      f.has_forks = true;
      Frame inner{fork, no_node,       f.spent_before,    true, f.before, f.before,
                  {},   f.last_before, f.has_last_before, {},   false};
      stack_.push_back(inner);
      return;
    }
    if (f.in_object) {
      out_ += f.has_forks ? "]}" : "}";
      f.in_object = f.has_forks = false;
    }
    if (f.next == no_node) {
      if (f.variation) {
        out_ += ']';
      } else {
        special(f);
      }
      stack_.pop_back();
      return;
    }
    write_move(f);
  }

  void write_move(Frame& f) {
    const NodeId n = f.next;
    const Move m = moves_.move(n);
    const bool first_of_fork = f.variation && moves_.first_child(moves_.parent(n)) != n;
    out_ += first_of_fork ? "{\"move\":{" : ",{\"move\":{";
    move_members(f.now, m, f.has_last && f.last == m.to());
    out_ += '}';
    const std::size_t side = static_cast<std::size_t>(index(f.now.side_to_move()));
    f.before = f.now;
    f.last_before = f.last;
    f.has_last_before = f.has_last;
    f.spent_before = f.spent;
    f.now.play(m);
    f.last = m.to();
    f.has_last = true;
    if (const Note* note = moves_.note(n)) {
      if (note->spent_ms) time(*note->spent_ms / 1000, f.spent[side] += *note->spent_ms / 1000);
      const std::size_t start = out_.size();
      out_ += ',';
      comments(n, f.now, &f.last);
      if (out_.size() == start + 1) out_.pop_back();
    }
    f.in_object = true;
    f.fork = moves_.first_child(moves_.parent(n)) == n ? moves_.next_sibling(n) : no_node;
    f.next = moves_.first_child(n);
  }

  void place(std::string_view name, Square s) {
    out_ += std::string("\"") + std::string(name) + "\":{\"x\":" + std::to_string(s.file() + 1) +
            ",\"y\":" + std::to_string(s.rank() + 1) + "}";
  }

  void move_members(const Position<V>& position, Move m, bool same) {
    if (!m.is_drop()) {
      place("from", m.from());
      out_ += ',';
    }
    place("to", m.to());
    out_ += position.side_to_move() == Color::black ? ",\"color\":0" : ",\"color\":1";
    const Kind kind = position.moved_kind(m);
    out_ += ",\"piece\":\"" + std::string(csa_word(kind, V::info.variant)) + '"';
    if (same) out_ += ",\"same\":true";
    if (m.promotes()) {
      out_ += ",\"promote\":true";
    } else if (!m.is_drop() && position.is_legal(Move::board(m.from(), m.to(), true))) {
      out_ += ",\"promote\":false";
    }
    if (position.is_capture(m)) {
      out_ += ",\"capture\":\"" +
              std::string(csa_word(position.at(m.to()).kind(), V::info.variant)) + '"';
    }
    MoveList others;
    if (m.is_drop()) position.legal_moves_to(m.to(), kind, others);
    if (!others.empty()) out_ += ",\"relative\":\"H\"";
  }

  void time(std::uint32_t spent, std::uint64_t total) {
    out_ += ",\"time\":{\"now\":{\"m\":" + std::to_string(spent / 60) +
            ",\"s\":" + std::to_string(spent % 60) +
            "},\"total\":{\"h\":" + std::to_string(total / 3600) +
            ",\"m\":" + std::to_string(total / 60 % 60) + ",\"s\":" + std::to_string(total % 60) +
            "}}";
  }

  void comments(NodeId n, const Position<V>& position, const Square* last) {
    const Note* note = moves_.note(n);
    if (!note) return;
    std::vector<std::string> lines;
    // "&" begins a bookmark.
    for (const std::string& line : comment_lines(note->comment)) {
      lines.push_back(guarded_line(line, "&"));
    }
    for (const Evaluation& e : note->evaluations) {
      for (std::string& line : evaluation_lines(e, position, last))
        lines.push_back(std::move(line));
    }
    const std::string bookmark = one_line(note->bookmark, broken_);
    if (!bookmark.empty()) lines.push_back('&' + bookmark);
    if (lines.empty()) return;
    out_ += "\"comments\":[";
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i != 0) out_ += ',';
      out_ += quoted_json(lines[i]);
    }
    out_ += ']';
  }

  void header() {
    std::set<std::string, std::less<>> names;
    bool first = true;
    const auto put = [&](std::string_view name, std::string_view value) {
      if (!names.emplace(name).second) {
        ++double_names_;
        return;
      }
      if (!first) out_ += ',';
      first = false;
      out_ += quoted_json(name) + ':' + quoted_json(value);
    };
    if (game_.variant == Variant::yari) put("棋種", kif_yari_header);
    for (const HeaderLine& h : kif_headers(game_.tags, "先手", "後手", broken_)) {
      if (!ending_spent_ || h.name != ending_spent_tag) put(h.name, h.value);
    }
  }

  std::string_view preset() const {
    const std::string_view word = kif_handicap(game_.start);
    for (const JkfPreset& p : jkf_presets) {
      if (p.kif == word) return p.name;
    }
    return "OTHER";
  }

  void initial() {
    const std::string_view name = preset();
    out_ += "\"preset\":\"" + std::string(name) + '"';
    if (name != "OTHER") return;
    const Setup& setup = game_.start;
    out_ += ",\"data\":{\"color\":";
    out_ += setup.side_to_move == Color::black ? '0' : '1';
    out_ += ",\"board\":[";
    for (int file = 0; file < V::files; ++file) {
      out_ += file == 0 ? "[" : ",[";
      for (int rank = 0; rank < rank_count; ++rank) {
        const Piece p = setup[Square::at(file, rank)];
        if (rank != 0) out_ += ',';
        if (p.empty()) {
          out_ += "{}";
        } else {
          out_ += std::string("{\"color\":") + (p.color() == Color::black ? '0' : '1') +
                  ",\"kind\":\"" + std::string(csa_word(p.kind(), V::info.variant)) + "\"}";
        }
      }
      out_ += ']';
    }
    out_ += "],\"hands\":[";
    for (const Color c : both_colors) {
      out_ += c == Color::black ? "{" : ",{";
      bool first = true;
      for (int i = 0; i < V::info.hand_kinds; ++i) {
        const Kind k = V::info.hand_order[static_cast<std::size_t>(i)];
        if (!first) out_ += ',';
        first = false;
        const int n = setup.hands[static_cast<std::size_t>(index(c))].count(k);
        out_ += '"' + std::string(csa_word(k, V::info.variant)) + "\":" + std::to_string(n);
      }
      out_ += '}';
    }
    out_ += "]}";
  }

  void special(const Frame& end) {
    const Color side = end.now.side_to_move();
    const Outcome outcome{game_.result, game_.ending};
    if (outcome == Outcome{}) return;
    const std::string_view word = csa_word(outcome, side);
    if (word.empty()) {
      unsaid_outcome_ = 1;
    } else {
      out_ += ",{\"special\":\"" + std::string(word) + '"';
      if (ending_spent_) {
        const std::uint32_t s = *ending_spent_ / 1000;
        time(s, end.spent[static_cast<std::size_t>(index(side))] + s);
      }
      out_ += '}';
    }
  }

  void report() {
    Powers powers;
    powers.tags = powers.result = powers.ending = powers.variations = powers.comments = true;
    powers.spent_time = powers.evaluations = powers.evaluation_details = powers.bookmarks = true;
    result_.losses = losses(game_, powers);
    add_loss(result_.losses, unsaid_outcome_, "ending, which JKF has no word for");
    add_loss(result_.losses, double_names_, "tags of the same name");
    add_loss(result_.losses, broken_, "line ends or outer blanks in tags");
  }

  const Game& game_;
  const MoveTree& moves_;
  WriteResult& result_;
  std::string& out_;
  std::vector<Frame> stack_;
  std::optional<std::uint32_t> ending_spent_;
  std::size_t broken_ = 0;
  std::size_t unsaid_outcome_ = 0;
  std::size_t double_names_ = 0;
};

}  // namespace

WriteResult write_jkf(const Game& game, const WriteOptions&) {
  WriteResult result;
  with_variant(game.variant, [&]<class V>(V) { JkfWriter<V>(game, result).write(); });
  return result;
}

}  // namespace yari
