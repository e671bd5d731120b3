// Elements of a JKF record as events for the builder. Forks are walked with a stack of our own:
// they nest as deep as they like.
#include <algorithm>
#include <iterator>

#include "notation/csa/words.h"
#include "notation/jkf/jkf.h"
#include "notation/jkf/json_tree.h"
#include "notation/jkf/start.h"
#include "notation/read/engine_lines.h"
#include "notation/read/game_builder.h"
#include "notation/words/comment.h"
#include "notation/words/ending_words.h"
#include "notation/words/japanese.h"
#include "notation/words/outcome_words.h"
#include "text/text.h"

namespace yari {

namespace {

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
  JkfMoves(Findings& findings, GameBuilder<V>& builder) : findings_(findings), builder_(builder) {}

  void read(JsonValue moves) {
    lines_.push_back({moves, moves.first(), {}, false});
    while (!lines_.empty()) step();
  }

 private:
  // A line of moves, and the forks of its last element that are still to come.
  struct Line {
    JsonValue list;
    JsonValue next;
    JsonValue fork;
    /// They stand in the place of the game's ending.
    bool of_ending = false;
  };

  void step() {
    Line& line = lines_.back();
    if (line.fork) {
      const JsonValue fork = line.fork;
      line.fork = fork.next();
      return open(fork, line.of_ending);
    }
    if (!line.next) return close(line.list.source());
    const JsonValue element = line.next;
    line.next = element.next();
    read_element(element);
  }

  void open(JsonValue fork, bool of_ending) {
    if (!fork.is_array()) return builder_.stray(fork.source(), "a list of moves as a fork");
    builder_.begin_variation(fork.source(), of_ending);
    lines_.push_back({fork, fork.first(), {}, false});
  }

  void close(std::string_view list) {
    lines_.pop_back();
    if (!lines_.empty()) builder_.end_variation(list.substr(list.size() - 1));
  }

  void read_element(JsonValue e) {
    if (!e.is_object()) return builder_.stray(e.source(), "an object as a move");
    const JsonValue m = e["move"];
    if (m ? m.is_cut() : e.is_cut()) return stop(e.source());
    if (m && builder_.takes_moves() && !read_move(e, m)) return;
    const std::optional<std::uint32_t> ms = time_of(e);
    if (m && ms) builder_.spent(*ms, e.source());
    if (const JsonValue t = e["time"]; !ms && !is_null(t) && (!t.is_object() || t["now"]["s"]))
      builder_.stray(t.source(), "a time");
    for (const char* name : {"comments", "comment"}) comments(e[name]);
    strange_members(e, element_members);
    strange_members(m, move_members);
    if (const JsonValue s = e["special"]) ending(e, s.text(), ms.value_or(0));
    const JsonValue forks = e["forks"];
    if (!forks.is_array() || !forks.first()) return;
    // At the end of the game, what is no move stands in the place of the ending.
    if (!m && (builder_.in_variation() || lines_.back().next)) return keep(forks.source());
    if (!m && !e["special"]) builder_.ending({}, e.source());
    lines_.back().fork = forks.first();
    lines_.back().of_ending = !m;
  }

  // The text breaks off inside a move.
  void stop(std::string_view element) {
    while (lines_.size() > 1) close(element.substr(0, 1));
    lines_.clear();
    builder_.damage(element, "a whole move");
  }

  // The tree cannot hold a variation of an ending or anything else but a move.
  void keep(std::string_view forks) {
    if (!builder_.takes_moves()) return;
    findings_.add(FindingCode::fork_of_no_move, forks);
    builder_.comment(forks);
  }

  // False: it may not be played, and the whole element is kept as text.
  bool read_move(JsonValue e, JsonValue m) {
    const Position<V>& position = builder_.at().position();
    const auto refuse = [&](std::string_view why) {
      builder_.illegal(e.source(), why);
      return false;
    };
    const std::optional<Square> target = target_of(m["to"]);
    const std::optional<Square> from = square_of(m["from"], V::files);
    std::optional<Kind> kind = csa_kind(m["piece"].text(), V::info.variant);
    // The board says what moves from there.
    if (!m["piece"] && from && !position.at(*from).empty()) kind = position.at(*from).kind();
    const bool drop = is_null(m["from"]);
    if (std::string_view word = m["piece"].text(); !kind)
      kind = take_kif_piece(word, V::info.variant);
    // Named as what it becomes.
    const bool becomes = kind && from && !position.at(*from).empty() && is_promoted(*kind) &&
                         position.at(*from).kind() == unpromoted(*kind);
    if (becomes) {
      kind = unpromoted(*kind);
      findings_.add(FindingCode::piece_name, m.source(), in_quotes(m["piece"].text()),
                    V::info[*kind].name);
    }
    if (!target || !kind || (!from && !drop)) return refuse("the move is not complete");
    if (drop && index(*kind) >= hand_kind_count) return refuse("that piece cannot be dropped");
    const Move played = drop ? Move::drop(*kind, *target)
                             : Move::board(*from, *target, becomes || m["promote"].is_true());
    if (!position.is_legal(played)) return refuse(describe(position.fault_of(played)));
    if (!drop && position.at(*from).kind() != *kind)
      return refuse("its origin holds another piece");
    compare(m, position, *target);
    builder_.move(played, e.source());
    return true;
  }

  // What a move says beside its squares.
  void compare(JsonValue m, const Position<V>& position, Square target) {
    const JsonValue color = m["color"], capture = m["capture"];
    const int mover = position.side_to_move() == Color::black ? 0 : 1;
    if (jkf_color(color) == 1 - mover) contradicts(color, "color");
    const std::optional<Kind> taken = csa_kind(capture.text(), V::info.variant);
    const Piece there = position.at(target);
    if (taken && (there.empty() || there.kind() != *taken)) contradicts(capture, "capture");
    const auto last = builder_.at().last_target();
    if (m["same"].is_true() && last != target) contradicts(m["same"], "same");
  }

  void contradicts(JsonValue v, std::string_view member) {
    findings_.add(FindingCode::move_contradicted, v.source(),
                  in_quotes(std::string(member) + ": " + std::string(v.source())));
  }

  static constexpr std::string_view element_members[] = {"move",    "time",    "comments",
                                                         "comment", "special", "forks"};
  static constexpr std::string_view move_members[] = {"color", "from",    "to",      "piece",
                                                      "same",  "promote", "capture", "relative"};

  template <std::size_t N>
  void strange_members(JsonValue object, const std::string_view (&known)[N]) {
    if (!builder_.takes_moves()) return;
    for (JsonValue v = object.first(); v; v = v.next()) {
      if (std::ranges::find(known, v.name()) != std::end(known) || v.is_cut()) continue;
      findings_.add(FindingCode::unknown_member, v.source(), in_quotes(v.name()), "a comment");
      builder_.comment_line(std::string(v.name()) + ": " + std::string(v.source()));
    }
  }

  // "same" may stand for the target.
  std::optional<Square> target_of(JsonValue to) const {
    if (to["x"].number() > 0) return square_of(to, V::files);
    return builder_.at().last_target();
  }

  static bool is_null(JsonValue v) { return !v || v.source() == "null"; }

  // A list of lines, or one line.
  void comments(JsonValue list) {
    if (!list || is_null(list)) return;
    if (!list.is_array()) return comment(list);
    for (JsonValue c = list.first(); c; c = c.next()) comment(c);
  }

  void comment(JsonValue c) {
    if (!c.is_string()) return builder_.stray(c.source(), "a comment");
    const std::string_view line = c.text();
    if (line.starts_with('&')) return builder_.bookmark(line.substr(1), c.source());
    if (read_evaluation_line(line, builder_)) return;
    builder_.comment_line(unguarded_line(line, "&"));
  }

  // "TORYO", "投了"
  static std::optional<Outcome> outcome_of(std::string_view word, Color side) {
    const auto own = csa_outcome(word, side);
    return own ? own : ending_in_any_words(word, side);
  }

  void ending(JsonValue e, std::string_view word, std::uint32_t spent) {
    if (!outcome_of(word, Color::black)) return builder_.stray(e.source(), "an ending");
    if (builder_.in_variation()) return end_of_fork(word, spent);
    builder_.ending_by_side([&](Color side) { return *outcome_of(word, side); }, e.source());
    builder_.spent(spent, e.source());
  }

  // The end of a fork that was only broken off says nothing.
  void end_of_fork(std::string_view word, std::uint32_t spent) {
    const Color side = builder_.at().position().side_to_move();
    const Outcome o = *outcome_of(word, side);
    if (o.ending == Ending::abandoned && spent == 0) return;
    std::string said(word_of_outcome(Dialect::kif, o, side));
    if (spent != 0) said += " (" + write_time(spent) + ')';
    builder_.comment(said);
  }

  Findings& findings_;
  GameBuilder<V>& builder_;
  std::vector<Line> lines_;
};

std::optional<Game> read_game(const JsonTree& tree, Findings& findings) {
  const JsonValue root = tree.root();
  JkfHeader header = read_jkf_header(root, findings);
  const std::optional<Setup> setup = read_jkf_start(root, header, findings);
  if (!setup) return std::nullopt;
  Game game = new_game(header.variant);
  game.start = *setup;
  game.tags = std::move(header.tags);
  game.result = header.said.result;
  game.ending = header.said.ending;
  return with_variant(game.variant, [&]<class V>(V) {
    const auto read = [&](GameBuilder<V>& builder) {
      if (header.start_unknown) builder.without_start();
      JkfMoves<V>(findings, builder).read(root["moves"]);
      if (tree.is_cut()) builder.damage(tree.rest(), "the rest of the game");
    };
    return build_game<V>(std::move(game), place_of_jkf_start(root), findings, read, false);
  });
}

// In an array of records.
constexpr std::string_view between_objects = " \t\r\n,]";

// Slips are looked for where the text is no JSON: `mended` is then the text without them.
JsonTree read_tree(std::string_view text, bool in_array, std::string& mended, Findings& findings) {
  constexpr std::size_t most = record_limits::json_values.most;
  JsonTree tree(text, max_json_depth, most);
  if (!tree.is_cut() || tree.too_deep() || tree.too_large()) return tree;
  const std::vector<std::string_view> slips = json_slips(text);
  for (const std::string_view slip : slips)
    findings.add(FindingCode::json_slip, slip, in_quotes(slip.substr(0, 24)));
  if (slips.empty()) return tree;
  mended = without_json_slips(text, slips);
  if (in_array) mended.resize(mended.find_last_not_of(between_objects) + 1);
  return JsonTree(text, mended, max_json_depth, most);
}

std::optional<Game> read_text(std::string_view text, Findings& findings) {
  if (text.size() > max_bytes) {
    findings.add(FindingCode::record_too_long, text.substr(max_bytes), max_bytes >> 20);
    return std::nullopt;
  }
  const std::size_t front = jkf_front(text);
  const bool in_array = text.substr(0, front).find_first_of("[,") != std::string_view::npos;
  text.remove_prefix(front);
  if (in_array) text = text.substr(0, text.find_last_not_of(between_objects) + 1);
  std::string mended;
  const JsonTree tree = read_tree(text, in_array, mended, findings);
  if (tree.too_large()) {
    findings.too_many(tree.rest(), record_limits::json_values);
    return std::nullopt;
  }
  if (tree.too_deep()) {
    findings.add(FindingCode::forks_too_deep, tree.rest(), max_jkf_forks);
    return std::nullopt;
  }
  if (tree.is_cut())
    findings.add(FindingCode::not_the_format, tree.rest(), "JSON",
                 in_quotes(tree.rest().substr(0, 24)));
  if (tree.root()["moves"].is_array() && !tree.root()["initial"].is_cut())
    return read_game(tree, findings);
  if (!tree.is_cut()) findings.add(FindingCode::jkf_without_moves, text);
  return std::nullopt;
}

}  // namespace

ReadResult read_jkf(std::string_view text, const ReadOptions& options) {
  Findings findings(text, options);
  return findings.result(read_text(text, findings));
}

}  // namespace yari
