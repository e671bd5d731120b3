// Elements of a JKF record as events for the builder. Forks are walked with a stack of our own:
// they nest as deep as they like.
#include "notation/comment.h"
#include "notation/csa/words.h"
#include "notation/engine_lines.h"
#include "notation/game_builder.h"
#include "notation/japanese.h"
#include "notation/jkf/jkf.h"
#include "notation/jkf/json_tree.h"
#include "notation/jkf/start.h"
#include "notation/text.h"

namespace yari {

namespace {

constexpr std::size_t max_forks = 1000;
// A fork is an object in a list in a list.
constexpr std::size_t max_json_depth = 3 * max_forks + 10;
constexpr std::size_t max_bytes = 256u << 20;

// {"time": {"now": {"m": 1, "s": 30}}}
std::optional<std::uint32_t> time_of(JsonValue element) {
  const JsonValue now = element["time"]["now"];
  const int h = std::max(0, now["h"].number());
  const int m = std::max(0, now["m"].number());
  const int s = now["s"].number();
  const long long ms = (h * 3600LL + m * 60LL + s) * 1000;
  if (s < 0 || ms > 0xFFFF'FFFFLL) return std::nullopt;
  return static_cast<std::uint32_t>(ms);
}

template <class V>
class JkfMoves {
 public:
  JkfMoves(std::string_view text, Findings& findings, GameBuilder<V>& builder)
      : text_(text), findings_(findings), builder_(builder) {}

  void read(JsonValue moves) {
    lines_.push_back({moves, moves.first(), {}});
    while (!lines_.empty()) step();
  }

 private:
  // A line of moves, and the forks of its last element that are still to come.
  struct Line {
    JsonValue list;
    JsonValue next;
    JsonValue fork;
  };

  void step() {
    Line& line = lines_.back();
    if (line.fork) {
      const JsonValue fork = line.fork;
      line.fork = fork.next();
      return open(fork);
    }
    if (!line.next) return close(line.list.span().end);
    const JsonValue element = line.next;
    line.next = element.next();
    read_element(element);
  }

  void open(JsonValue fork) {
    if (!fork.is_array()) return builder_.stray(fork.span(), "a list of moves as a fork");
    builder_.begin_variation(fork.span());
    lines_.push_back({fork, fork.first(), {}});
  }

  // `end` is after the list's bracket.
  void close(std::size_t end) {
    lines_.pop_back();
    if (!lines_.empty()) builder_.end_variation({end - 1, end});
  }

  void read_element(JsonValue e) {
    if (!e.is_object()) return builder_.stray(e.span(), "an object as a move");
    const JsonValue m = e["move"];
    if (m ? m.is_cut() : e.is_cut()) return stop(e.span().begin);
    if (m && builder_.takes_moves() && !read_move(e, m)) return;
    const std::optional<std::uint32_t> ms = time_of(e);
    if (m && ms) builder_.spent(*ms, e.span());
    for (JsonValue c = e["comments"].first(); c; c = c.next()) comment(c);
    if (const JsonValue s = e["special"]) ending(e, s.text(), ms.value_or(0));
    const JsonValue forks = e["forks"];
    if (!forks.is_array() || !forks.first()) return;
    if (!m) return keep(forks.span());
    lines_.back().fork = forks.first();
  }

  // The text breaks off inside a move.
  void stop(std::size_t begin) {
    while (lines_.size() > 1) close(begin + 1);
    lines_.clear();
    builder_.damage({begin, text_.size()}, "expected a whole move");
  }

  // The tree cannot hold a variation of an ending or anything else but a move.
  void keep(Span forks) {
    if (!builder_.takes_moves()) return;
    findings_.note(forks.begin, "forks of what is no move are kept as a comment");
    builder_.comment(text_.substr(forks.begin, forks.end - forks.begin));
  }

  // False: it may not be played, and the whole element is kept as text.
  bool read_move(JsonValue e, JsonValue m) {
    const Position<V>& position = builder_.at().position();
    const auto refuse = [&](std::string_view why) {
      builder_.illegal(e.span(), why);
      return false;
    };
    const std::optional<Square> target = target_of(m["to"]);
    const std::optional<Kind> kind = csa_kind(m["piece"].text(), V::info.variant);
    const std::optional<Square> from = square_of(m["from"], V::files);
    const bool drop = is_null(m["from"]);
    if (!target || !kind || (!from && !drop)) return refuse("the move is not complete");
    if (drop && index(*kind) >= hand_kind_count) return refuse("that piece cannot be dropped");
    const Move played =
        drop ? Move::drop(*kind, *target) : Move::board(*from, *target, m["promote"].is_true());
    if (!position.is_legal(played)) return refuse(describe(position.fault_of(played)));
    if (!drop && position.at(*from).kind() != *kind)
      return refuse("its origin holds another piece");
    builder_.move(played, e.span());
    return true;
  }

  // "same" may stand for the target.
  std::optional<Square> target_of(JsonValue to) const {
    if (to["x"].number() > 0) return square_of(to, V::files);
    const Square* last = builder_.at().last_target();
    return last ? std::optional<Square>(*last) : std::nullopt;
  }

  bool is_null(JsonValue v) const {
    return !v || text_.substr(v.span().begin, v.span().end - v.span().begin) == "null";
  }

  void comment(JsonValue c) {
    if (!c.is_string()) return builder_.stray(c.span(), "a comment");
    const std::string_view line = c.text();
    if (line.starts_with('&')) return builder_.bookmark(line.substr(1), c.span());
    Note* note = builder_.note();
    const Playback<V>& at = builder_.at();
    if (note && read_evaluation_line(line, at.position(), at.last_target(), note->evaluations)) {
      return;
    }
    builder_.comment_line(unguarded_line(line, "&"));
  }

  void ending(JsonValue e, std::string_view word, std::uint32_t spent) {
    if (!csa_outcome(word, Color::black)) return builder_.stray(e.span(), "an ending");
    if (builder_.in_variation()) return end_of_fork(word, spent);
    const bool illegal = builder_.after_illegal_move();
    builder_.ending_by_side([&](Color side) { return *csa_outcome(word, side, illegal); },
                            e.span());
    builder_.spent(spent, e.span());
  }

  // The end of a fork that was only broken off says nothing.
  void end_of_fork(std::string_view word, std::uint32_t spent) {
    const Color side = builder_.at().position().side_to_move();
    const Outcome o = *csa_outcome(word, side);
    if (o.ending == Ending::abandoned && spent == 0) return;
    std::string said(kif_word(o, side));
    if (spent != 0) said += " (" + write_time(spent) + ')';
    builder_.comment(said);
  }

  std::string_view text_;
  Findings& findings_;
  GameBuilder<V>& builder_;
  std::vector<Line> lines_;
};

std::optional<Game> read_game(const JsonTree& tree, std::string_view text, bool strict,
                              Findings& findings) {
  JkfHeader header = read_jkf_header(tree.root(), findings);
  const std::optional<Setup> setup = read_jkf_start(tree.root(), header, findings);
  if (!setup) return std::nullopt;
  return with_variant(header.variant, [&]<class V>(V) -> std::optional<Game> {
    const auto start = checked_start<V>(*setup, place_of_jkf_start(tree.root()), findings);
    if (!start) return std::nullopt;
    Game game;
    game.variant = header.variant;
    game.start = *setup;
    game.tags = std::move(header.tags);
    GameBuilder<V> builder(text, game, *start, findings, strict);
    JkfMoves<V>(text, findings, builder).read(tree.root()["moves"]);
    if (tree.error()) {
      builder.damage({tree.error()->offset, text.size()}, "expected the rest of the game");
    }
    builder.finish(false);
    return game;
  });
}

std::optional<Game> read_text(std::string_view text, bool strict, Findings& findings) {
  if (text.size() > max_bytes) {
    findings.error(max_bytes, "expected a game of 256 MiB at most");
    return std::nullopt;
  }
  const JsonTree tree(text, max_json_depth);
  if (tree.too_deep()) {
    findings.error(tree.error()->offset,
                   "forks are nested deeper than " + std::to_string(max_forks));
    return std::nullopt;
  }
  if (tree.error()) findings.error(tree.error()->offset, tree.error()->message);
  if (tree.root()["moves"].is_array() && !tree.root()["initial"].is_cut()) {
    return read_game(tree, text, strict, findings);
  }
  if (!tree.error()) findings.error(0, "expected an object with a list of \"moves\"");
  return std::nullopt;
}

}  // namespace

ReadResult read_jkf(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  return read_result(read_text(text, options.strict, findings), findings, options);
}

}  // namespace yari
