// The JSON tree is walked with a stack of our own: forks nest as deep as they like.
#include "notation/comment.h"
#include "notation/csa/words.h"
#include "notation/header_names.h"
#include "notation/jkf/jkf.h"
#include "notation/jkf/start.h"
#include "notation/jkf/json_place.h"
#include "notation/kif_evaluation.h"
#include "notation/kif_words.h"
#include "notation/text.h"
#include "rules/position.h"

namespace yari {

namespace {

constexpr std::size_t max_forks = 1000;
// A fork is an object in a list in a list.
constexpr std::size_t max_depth = 3 * max_forks + 10;
constexpr std::size_t max_bytes = 256u << 20;

// Where brackets are nested deeper than a game needs; npos if nowhere.
std::size_t too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > max_depth) return i;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return std::string_view::npos;
}

template <class V>
class JkfMoves {
 public:
  JkfMoves(std::string_view text, Game& game, Findings& findings)
      : text_(text), game_(game), findings_(findings) {}

  void read(const Json& moves, const Position<V>& start) {
    stack_.push_back({&moves, 0, nullptr, 0, root_node, {}, false, start, start, {}, false});
    while (!stack_.empty() && !cut_) step();
  }

 private:
  // A line of moves on its way into the tree.
  struct Frame {
    const Json* moves;
    std::size_t next;
    const Json* forks;
    std::size_t next_fork;
    NodeId node;
    Square last;
    bool has_last;
    Position<V> before;
    Position<V> now;
    Square last_before;
    bool has_last_before;
    int ply = 0;
  };

  // The place of the element at hand, looked for anew each time; 0 when that has cost too much.
  std::size_t here() {
    if (text_.size() > place_budget_) return 0;
    place_budget_ -= text_.size();
    JsonPlace place = JsonPlace(text_).member("moves");
    for (std::size_t i = 0; i < stack_.size(); ++i) {
      if (i != 0) place.member("forks").element(stack_[i - 1].next_fork - 1);
      place.element(stack_[i].next - 1);
    }
    return place.offset();
  }

  void step() {
    Frame& f = stack_.back();
    if (f.forks && f.next_fork < f.forks->size()) {
      const Json& fork = (*f.forks)[f.next_fork++];
      open(fork);
      return;
    }
    f.forks = nullptr;
    if (f.next >= f.moves->size()) {
      stack_.pop_back();
      return;
    }
    element((*f.moves)[f.next++]);
  }

  void open(const Json& fork) {
    Frame& f = stack_.back();
    if (!fork.is_array()) return findings_.warning(here(), "expected a list of moves as a fork");
    if (stack_.size() > max_forks) {
      return findings_.error(here(), "forks are nested deeper than " + std::to_string(max_forks));
    }
    Frame inner{&fork,
                0,
                nullptr,
                0,
                game_.moves.parent(f.node),
                f.last_before,
                f.has_last_before,
                f.before,
                f.before,
                {},
                false};
    inner.ply = f.ply - 1;
    stack_.push_back(std::move(inner));
  }

  void element(const Json& e) {
    Frame& f = stack_.back();
    if (!e.is_object()) return findings_.warning(here(), "expected an object as a move");
    if (const Json* m = member(e, "move")) {
      if (!move(*m)) return;
      if (const auto ms = time_of(e)) game_.moves.edit_note(stack_.back().node).spent_ms = ms;
    }
    if (const Json* c = member(e, "comments"); c && c->is_array()) {
      for (const Json& line : *c) comment(text_of(&line));
    }
    if (const Json* s = member(e, "special")) special(text_of(s), time_of(e).value_or(0));
    if (const Json* forks = member(e, "forks"); forks && forks->is_array() && !forks->empty()) {
      if (!member(e, "move")) return keep_as_comment(*forks);
      f.forks = forks;
      f.next_fork = 0;
    }
  }

  // The tree holds no variation of something that is no move, as an ending.
  void keep_as_comment(const Json& forks) {
    findings_.note(here(), "forks of what is no move are kept as a comment");
    add_comment(game_.moves.edit_note(stack_.back().node).comment, dumped(forks));
  }

  static std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  bool move(const Json& m) {
    Frame& f = stack_.back();
    // "same" may stand for the target.
    Square target = f.last;
    bool has_target = f.has_last;
    if (const Json* place = member(m, "to"); place && int_of(member(*place, "x")) > 0) {
      const std::optional<Square> to = square_of(place, V::files);
      has_target = to.has_value();
      if (to) target = *to;
    }
    const std::optional<Kind> kind = csa_kind(text_of(member(m, "piece")), V::info.variant);
    const Json* promote = member(m, "promote");
    const bool promotes = promote && promote->is_boolean() && promote->get<bool>();
    const std::optional<Square> from = square_of(member(m, "from"), V::files);
    const bool drop = !member(m, "from") || member(m, "from")->is_null();
    if (!has_target || !kind || (!from && !drop)) return refuse(m, "the move is not complete");
    if (drop && index(*kind) >= hand_kind_count) return refuse(m, "that piece cannot be dropped");
    const Move played = drop ? Move::drop(*kind, target) : Move::board(*from, target, promotes);
    if (!f.now.is_legal(played)) {
      return refuse(m, std::string(describe(f.now.fault_of(played))));
    }
    if (!drop && f.now.at(*from).kind() != *kind) {
      return refuse(m, "its origin holds another piece");
    }
    f.before = f.now;
    f.last_before = f.last;
    f.has_last_before = f.has_last;
    f.now.play(played);
    f.last = target;
    f.has_last = true;
    f.node = game_.moves.add(f.node, played);
    ++f.ply;
    return true;
  }

  // Whether the element behind this one of the main line says that its move was illegal.
  bool illegal_move_ends_game() const {
    const Frame& f = stack_.back();
    if (stack_.size() > 1 || f.next >= f.moves->size()) return false;
    const Json& behind = (*f.moves)[f.next];
    const Json* special = member(behind, "special");
    return special && !member(behind, "move") &&
           text_of(special).find("ILLEGAL") != std::string_view::npos;
  }

  // The main line is cut, unless the move ended the game; the rest of a fork becomes a comment.
  bool refuse(const Json& m, const std::string& why) {
    Frame& f = stack_.back();
    const std::string shown = "ply " + std::to_string(f.ply + 1) + ", " + in_quotes(dumped(m));
    if (illegal_move_ends_game()) {
      findings_.warning(here(), shown + ", is illegal and ends the game: " + why);
      add_comment(game_.moves.edit_note(f.node).comment, dumped((*f.moves)[f.next - 1]));
      return false;
    }
    findings_.error(here(), shown + ", is illegal: " + why);
    Json rest = Json::array();
    for (std::size_t i = f.next - 1; i < f.moves->size(); ++i) rest.push_back((*f.moves)[i]);
    const std::string text = dumped(rest);
    if (stack_.size() == 1) {
      game_.unread = text;
      cut_ = true;
      for (std::size_t i = f.next; i < f.moves->size(); ++i) {
        const Json& e = (*f.moves)[i];
        if (const Json* s = member(e, "special")) special(text_of(s), time_of(e).value_or(0));
      }
    } else {
      add_comment(game_.moves.edit_note(f.node).comment, text);
      stack_.pop_back();
    }
    return false;
  }

  // {"time": {"now": {"m": 1, "s": 30}}}
  static std::optional<std::uint32_t> time_of(const Json& e) {
    const Json* time = member(e, "time");
    const Json* now = time ? member(*time, "now") : nullptr;
    if (!now) return std::nullopt;
    const int h = std::max(0, int_of(member(*now, "h")));
    const int m = std::max(0, int_of(member(*now, "m")));
    const int s = int_of(member(*now, "s"));
    const long long ms = (h * 3600LL + m * 60LL + s) * 1000;
    if (s < 0 || ms > 0xFFFF'FFFFLL) return std::nullopt;
    return static_cast<std::uint32_t>(ms);
  }

  void comment(std::string_view line) {
    const Frame& f = stack_.back();
    Note& note = game_.moves.edit_note(f.node);
    if (line.starts_with('&') && note.bookmark.empty()) {
      note.bookmark = line.substr(1);
    } else if (line.starts_with('&') && note.bookmark == line.substr(1)) {
      return;
    } else if (!read_evaluation_line(line, f.now, f.has_last ? &f.last : nullptr,
                                     note.evaluations)) {
      add_line(note.comment, unguarded_line(line, "&"));
    }
  }

  void special(std::string_view word, std::uint32_t spent) {
    const Color side = stack_.back().now.side_to_move();
    const std::optional<Outcome> o = csa_outcome(word, side);
    if (!o) return findings_.warning(here(), "expected an ending, found " + in_quotes(word));
    if (stack_.size() == 1) {
      game_.ending = o->ending;
      game_.result = o->result;
      add_ending_spent(game_.tags, spent);
    } else if (o->ending != Ending::abandoned || spent != 0) {
      std::string said(kif_word(*o, side));
      if (spent != 0) said += " (" + write_time(spent) + ')';
      add_comment(game_.moves.edit_note(stack_.back().node).comment, said);
    }
  }

  std::string_view text_;
  std::size_t place_budget_ = max_bytes;
  Game& game_;
  Findings& findings_;
  std::vector<Frame> stack_;
  bool cut_ = false;
};

std::optional<Game> read_game(const Json& root, std::string_view text, Findings& findings) {
  JkfHeader header = read_jkf_header(root, text, findings);
  const std::optional<Setup> setup = read_jkf_start(root, header, text, findings);
  if (!setup) return std::nullopt;
  return with_variant(header.variant, [&]<class V>(V) -> std::optional<Game> {
    const auto start = Position<V>::from(*setup);
    if (!start) {
      for (const std::string& fault : start.error()) findings.error(place_of_start(text), fault);
      return std::nullopt;
    }
    Game game;
    game.variant = header.variant;
    game.start = *setup;
    game.tags = std::move(header.tags);
    JkfMoves<V>(text, game, findings).read(*member(root, "moves"), *start);
    return game;
  });
}

}  // namespace

ReadResult read_jkf(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  ReadResult result;
  if (text.size() > max_bytes) {
    findings.error(max_bytes, "expected a game of 256 MiB at most");
  } else if (const std::size_t at = too_deep(text); at != std::string_view::npos) {
    findings.error(at, "forks are nested deeper than " + std::to_string(max_forks));
  } else {
    try {
      const Json root = Json::parse(text.begin(), text.end());
      if (const Json* moves = member(root, "moves"); moves && moves->is_array()) {
        result.game = read_game(root, text, findings);
      } else {
        findings.error(0, "expected an object with a list of \"moves\"");
      }
    } catch (const Json::parse_error& e) {
      const std::size_t place = std::min(e.byte > 0 ? e.byte - 1 : 0, text.size());
      findings.error(place, "expected JSON, found " + in_quotes(text.substr(place, 24)));
    }
  }
  if (options.strict && findings.has_errors()) result.game.reset();
  result.diagnostics = findings.take();
  return result;
}

}  // namespace yari
