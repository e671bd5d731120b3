#include "notation/json/game_json.h"

#include <algorithm>
#include <limits>

#include "notation/json/fields.h"
#include "notation/json/position_json.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "text/text.h"

namespace yari {

namespace {

Json evaluation_json(const Evaluation& e, Variant v) {
  Json json{{"score", score_json(e.score, e.mate)}};
  add_fields(json, {{"depth", e.depth},
                    {"nodes", e.nodes},
                    {"engine", text_value(e.engine)},
                    {"pv", usi_texts(v, e.pv)}});
  return json;
}

void add_note(Json& node, const Note& note, Variant v) {
  if (!note.before.empty()) node["before"] = note.before;
  if (!note.comment.empty()) node["comment"] = note.comment;
  if (!note.glyphs.empty()) node["glyphs"] = note.glyphs;
  if (note.spent_ms) node["spent_ms"] = *note.spent_ms;
  if (note.left_ms) node["left_ms"] = *note.left_ms;
  if (!note.evaluations.empty()) {
    Json& evaluations = node["evaluations"] = Json::array();
    for (const Evaluation& e : note.evaluations) evaluations.push_back(evaluation_json(e, v));
  }
  if (!note.bookmark.empty()) node["bookmark"] = note.bookmark;
}

Json nodes_json(const MoveTree& tree, Variant v) {
  Json nodes = Json::array();
  for (NodeId id = root_node; id < tree.size(); ++id) {
    Json node = Json::object();
    if (id != root_node) {
      node["parent"] = tree.parent(id);
      node["move"] = write_usi_move(tree.move(id), v);
    }
    if (const Note* note = tree.note(id)) add_note(node, *note, v);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

constexpr std::int64_t most_ms = std::numeric_limits<std::uint32_t>::max();
/// Whole numbers that JavaScript has.
constexpr std::int64_t most_nodes = std::int64_t{1} << 53;

/// Reads the moves of one game, each checked on the board.
template <class V>
class TreeReader {
 public:
  explicit TreeReader(Game& game)
      : game_(game), start_(Position<V>::from_unchecked(game.start)), position_(start_) {}

  Result<void> read(const Json& json) {
    Fields fields(json);
    const Json& nodes = fields.array("nodes");
    const Json& moves = fields.array("moves");
    ended_at_ = fields.number("ended_at", 0, static_cast<std::int64_t>(nodes.size()));
    if (!fields.fault().empty()) return fail(fields.fault());
    if (nodes.empty()) {
      for (const Json& move : moves)
        if (auto added = add(at_, move); !added) return added;
      return {};
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (auto read = read_node(nodes[i], i); !read)
        return fail("node " + std::to_string(i) + ": " + read.error().message);
    return {};
  }

 private:
  Result<void> read_node(const Json& json, std::size_t number) {
    if (!json.is_object()) return fail("expected an object");
    Fields fields(json);
    if (number > 0) {
      const auto parent = fields.number("parent", 0, static_cast<std::int64_t>(number) - 1);
      if (!parent) return fail("parent: expected the number of a node before this one");
      if (auto added = add(static_cast<NodeId>(*parent), json.value("move", Json())); !added)
        return added;
    }
    Note note;
    note.before = fields.text("before").value_or("");
    note.comment = fields.text("comment").value_or("");
    note.bookmark = fields.text("bookmark").value_or("");
    if (const auto ms = fields.number("spent_ms", 0, most_ms))
      note.spent_ms = static_cast<std::uint32_t>(*ms);
    if (const auto ms = fields.number("left_ms", 0, most_ms))
      note.left_ms = static_cast<std::uint32_t>(*ms);
    for (const Json& glyph : fields.array("glyphs")) {
      if (!glyph.is_number_unsigned() || glyph.get<std::uint64_t>() > 255)
        return fail("glyphs: expected whole numbers from 0 to 255");
      note.glyphs.push_back(glyph.get<std::uint8_t>());
    }
    for (const Json& evaluation : fields.array("evaluations"))
      if (auto read = read_evaluation(evaluation, note); !read) return read;
    if (!fields.fault().empty()) return fail(fields.fault());
    if (!note.empty()) game_.moves.edit_note(at_) = std::move(note);
    return {};
  }

  Result<void> read_evaluation(const Json& json, Note& note) {
    Fields fields(json);
    const Json score_json = json.is_object() ? json.value("score", Json()) : Json();
    Fields score(score_json);
    Evaluation e;
    const auto cp = score.number("cp", -most_score, most_score);
    const auto mate = score.number("mate", -most_score, most_score);
    if (cp.has_value() == mate.has_value()) return fail("score: expected either cp or mate");
    e.score = static_cast<int>(cp ? *cp : *mate);
    e.mate = mate.has_value();
    e.depth = static_cast<int>(fields.number("depth", 0, most_score).value_or(0));
    e.nodes = static_cast<std::uint64_t>(fields.number("nodes", 0, most_nodes).value_or(0));
    e.engine = fields.text("engine").value_or("");
    Position<V> position = position_;
    for (const Json& text : fields.array("pv")) {
      const Result<Move> move = legal(position, text);
      if (!move) return fail("pv: " + move.error().message);
      position.play(*move);
      e.pv.push_back(*move);
    }
    if (!fields.fault().empty()) return fail(fields.fault());
    note.evaluations.push_back(std::move(e));
    return {};
  }

  static Result<Move> legal(const Position<V>& position, const Json& text) {
    if (!text.is_string()) return fail("expected a move");
    const auto usi = text.get<std::string>();
    Result<Move> move = read_usi_move(usi, V::info.variant);
    if (!move) return fail("'" + usi + "' is no move: " + move.error().message);
    if (!position.is_legal(*move))
      return fail("'" + usi + "' is illegal: " + std::string(describe(position.fault_of(*move))));
    return move;
  }

  /// Adds a move after `parent`, and stands there then.
  Result<void> add(NodeId parent, const Json& text) {
    if (parent != at_) {
      position_ = start_;
      for (const Move move : game_.moves.moves_to(parent)) position_.play(move);
    }
    const Result<Move> move = legal(position_, text);
    if (!move) return fail(move.error().message);
    position_.play(*move);
    if (parent == ended_at_) game_.moves.end_main_line();
    at_ = game_.moves.add(parent, *move);
    return {};
  }

  Game& game_;
  Position<V> start_;
  Position<V> position_;
  NodeId at_ = root_node;
  /// The node at which the main line ends though moves follow.
  std::optional<std::int64_t> ended_at_;
};

bool is_tag(const Json& pair) {
  if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string())
    return false;
  const auto name = pair[0].get<std::string>();
  return !name.empty() && std::all_of(name.begin(), name.end(), is_name_char);
}

}  // namespace

Json game_json(const Game& game) {
  Json tags = Json::array();
  for (const Tag& tag : game.tags) tags.push_back(Json::array({tag.name, tag.value}));
  Json json = object({{"variant", info(game.variant).id},
                      {"rules", name(game.rules)},
                      {"start", write_sfen(game.start)},
                      {"handicap", text_value(handicap_name(game.start).value_or(""))}});
  json["tags"] = std::move(tags);
  add_fields(json, {{"result", name(game.result)},
                    {"ending", name(game.ending)},
                    {"moves", usi_texts(game.variant, game.moves.main_moves())}});
  json["nodes"] = nodes_json(game.moves, game.variant);
  if (const auto end = game.moves.ended_at()) json["ended_at"] = *end;
  add_fields(json, {{"unread", text_value(game.unread)}});
  return json;
}

Result<Game> read_game_json(const Json& json) {
  if (!json.is_object()) return fail("expected a game");
  Fields fields(json);
  const std::optional<Variant> variant = variant_named(fields.text("variant").value_or("yari"));
  if (!variant) return fail("variant: expected yari or shogi");
  Game game = new_game(*variant);
  const Result<Setup> start = read_start(fields.text("start").value_or("startpos"), *variant);
  if (!start) return fail("start: " + start.error().message);
  game.start = *start;
  if (const auto faults = faults_of(game.start); !faults.empty())
    return fail("start: " + faults.front());
  if (const auto rules = rule_set_named(fields.text("rules").value_or("standard")))
    game.rules = *rules;
  else
    fields.wrong("rules", "the name of a rule set");
  if (const auto result = result_named(fields.text("result").value_or("*")))
    game.result = *result;
  else
    fields.wrong("result", "1-0, 0-1, 1/2-1/2 or *");
  if (const auto ending = ending_named(fields.text("ending").value_or("unknown")))
    game.ending = *ending;
  else
    fields.wrong("ending", "the name of an ending");
  game.unread = fields.text("unread").value_or("");
  for (const Json& pair : fields.array("tags")) {
    if (!is_tag(pair))
      return fail("tags: expected pairs of a name (letters, digits, _ and -) and a text");
    game.tags.push_back({pair[0].get<std::string>(), pair[1].get<std::string>()});
  }
  if (!fields.fault().empty()) return fail(fields.fault());
  const Result<void> read = with_variant(
      *variant, [&]<class V>(V) -> Result<void> { return TreeReader<V>(game).read(json); });
  if (!read) return fail(read.error().message);
  return game;
}

}  // namespace yari
