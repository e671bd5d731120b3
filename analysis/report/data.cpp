// Walks the tree of moves without recursion; docs/report.md describes the fields.
#include "analysis/report/data.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/annotate/record_chances.h"
#include "notation/hodges/move_text.h"
#include "notation/json/position_json.h"
#include "notation/words/comment.h"
#include "platform/memory.h"
#include "record/glyph.h"
#include "rules/color_name.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari {

namespace {

/// To what the page shows.
double tenths(double x) { return rounded(x, 1); }

void put_text(Json& json, const char* key, std::string_view text) {
  if (!text.empty()) json[key] = text;
}

void put_start(Json& json, const Game& game) {
  if (const auto handicap = handicap_name(game.start)) {
    json["handicap"] = *handicap;
  } else if (!game.start.same_position(start_setup(game.variant))) {
    json["set_up"] = true;
  }
}

Json mark_json(const ReportMark& mark) {
  Json json{{"kind", mark.kind}};
  if (mark.plies) json["plies"] = *mark.plies;
  if (mark.side) json["side"] = name(*mark.side);
  return json;
}

std::optional<std::array<PlayerSummary, 2>> players_of(const ReportGame& game) {
  return game.players ? game.players : summarize_players(game.game, game.coefficient);
}

// Null where there was no move.
Value accuracy_value(double accuracy, int moves) { return moves > 0 ? tenths(accuracy) : Value(); }

Json phases_json(const PlayerSummary& p) {
  Json phases = Json::array();
  for (const PhaseSummary& phase : p.phases)
    phases.push_back(accuracy_value(phase.accuracy, phase.moves));
  return phases;
}

Json player_json(const PlayerSummary& p) {
  Json json = object({{"moves", p.moves},
                      {"accuracy", accuracy_value(p.accuracy, p.moves)},
                      {"loss", tenths(p.mean_loss)},
                      {"inaccuracies", p.inaccuracies},
                      {"mistakes", p.mistakes},
                      {"blunders", p.blunders},
                      {"missed", p.missed_mates},
                      {"allowed", p.allowed_mates},
                      {"only", p.only_good},
                      {"brilliant", p.brilliant},
                      {"book", p.book}});
  json["phases"] = phases_json(p);
  return json;
}

// One row of the list of games.
Json row_json(const ReportGame& report_game, std::size_t place) {
  const Game& game = report_game.game;
  Json row =
      object({{"id", report_game.id > 0 ? report_game.id : static_cast<std::int64_t>(place) + 1},
              {"variant", info(game.variant).id},
              {"black", game.tag(tags::black)},
              {"white", game.tag(tags::white)},
              {"event", game.tag(tags::event)},
              {"date", game.tag(tags::date)},
              {"result", name(game.result)},
              {"ending", game.ending == Ending::unknown ? "" : name(game.ending)},
              {"plies", game.moves.main_plies()}});
  if (const auto players = players_of(report_game)) {
    const auto& [black, white] = *players;
    row["accuracy"] = {accuracy_value(black.accuracy, black.moves),
                       accuracy_value(white.accuracy, white.moves)};
    row["mistakes"] = black.mistakes + white.mistakes;
    row["blunders"] = black.blunders + white.blunders;
    row["missed"] = black.missed_mates + white.missed_mates;
  }
  return row;
}

// The nodes of a game, one JSON object each.
template <class V>
class NodeWriter {
 public:
  NodeWriter(const Game& game, double coefficient)
      : game_(game), coefficient_(coefficient), chances_(black_chances(game, coefficient)) {}

  Json write() {
    Json nodes = Json::array();
    pending_.push_back({root_node, 0, Position<V>::from_unchecked(game_.start)});
    nodes.push_back(node_json(root_node, 0, pending_.back().position));
    pending_.back().node = game_.moves.any_child(root_node);
    while (!pending_.empty()) {
      Pending next = std::move(pending_.back());
      pending_.pop_back();
      if (next.node != no_node) write_line(nodes, std::move(next));
    }
    return nodes;
  }

 private:
  /// A line still to be written: its first move, the place of the node before it, and the position
  /// there.
  struct Pending {
    NodeId node;
    std::size_t parent;
    Position<V> position;
  };

  void write_line(Json& nodes, Pending at) {
    for (NodeId node = at.node; node != no_node; node = game_.moves.first_child(node)) {
      if (const NodeId sibling = game_.moves.next_sibling(node); sibling != no_node) {
        pending_.push_back({sibling, at.parent, at.position});
      }
      platform::break_off_without_memory();
      const Move move = game_.moves.move(node);
      std::string text;
      append_move_text(text, at.position, move);
      const std::string usi = write_usi_move(move, V::info.variant);
      const NodeId parent = game_.moves.parent(node);
      const std::optional<Square> last =
          parent == root_node ? std::nullopt : std::optional(game_.moves.move(parent).to());
      std::string japanese = japanese_move(at.position, move, last);
      const Json better = better_json(node, at.position, last);
      at.position.play(move);
      Json json = node_json(node, nodes.size(), at.position);
      json["parent"] = at.parent;
      json["text"] = std::move(text);
      json["japanese"] = std::move(japanese);
      json["move"] = usi;
      if (!better.is_null()) json["better"] = better;
      if (parent == game_.moves.ended_at()) json["after_end"] = true;
      at.parent = nodes.size();
      nodes.push_back(std::move(json));
      // In the place of the game's ending.
      if (node == game_.moves.ended_at())
        pending_.push_back({game_.moves.any_child(node), at.parent, at.position});
    }
  }

  // The main line is written first: there a node's place is its ply.
  Json node_json(NodeId node, std::size_t place, const Position<V>& position) const {
    Json json{{"sfen", write_sfen_without_number(position.setup())}};
    const Color side = position.side_to_move();
    if (position.in_check()) json["check"] = true;
    if (const Evaluation* e = shown_evaluation(game_, node)) {
      const Score score = score_for(*e, side);
      json["score"] = Json{{score.mate ? "mate" : "cp", score.value}};
      json["chance"] =
          tenths(black_chance(weigh(*e, V::info.variant, side, coefficient_).chance, side));
    } else if (place < chances_.size() && chances_[place]) {
      json["chance"] = tenths(*chances_[place]);
    }
    if (const Note* note = game_.moves.note(node)) put_note(json, *note);
    return json;
  }

  static void put_note(Json& json, const Note& note) {
    put_text(json, "before", note.before);
    put_text(json, "comment", note.comment);
    put_text(json, "bookmark", note.bookmark);
    if (!note.glyphs.empty()) {
      Json& glyphs = json["glyphs"] = Json::array();
      for (const std::uint8_t glyph : note.glyphs) glyphs.push_back(glyph_text(glyph));
    }
    if (note.spent_ms) json["spent"] = short_time(*note.spent_ms);
    if (note.left_ms) json["left"] = short_time(*note.left_ms);
  }

  // What should have been played instead of a judged move: the engine's choice in the position
  // before it or the first variation beside it. Null where there is nothing better.
  Json better_json(NodeId node, const Position<V>& before, std::optional<Square> last) const {
    if (judgement_of(game_.moves.note(node)) == Judgement::none) return {};
    const NodeId parent = game_.moves.parent(node);
    const Evaluation* e = shown_evaluation(game_, parent);
    const Move choice = e && !e->pv.empty() ? e->pv.front() : Move::none();
    Move better = Move::none();
    if (game_.moves.first_child(parent) == node) {
      for (NodeId n = game_.moves.next_sibling(node); n != no_node;
           n = game_.moves.next_sibling(n)) {
        if (!better || game_.moves.move(n) == choice) better = game_.moves.move(n);
      }
    }
    if (!better) better = choice;
    if (!better || better == game_.moves.move(node) || !before.is_legal(better)) {
      return {};
    }
    std::string text;
    append_move_text(text, before, better);
    return object({{"move", write_usi_move(better, V::info.variant)},
                   {"text", text},
                   {"japanese", japanese_move(before, better, last)}});
  }

  const Game& game_;
  double coefficient_;
  std::vector<std::optional<double>> chances_;
  std::vector<Pending> pending_;
};

}  // namespace

// ASCII alone, so that neither broken bytes nor U+2028 nor "</script>" mean anything to a browser.
std::string script_text(const Json& json) {
  const std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<' || c == '>' || c == '&') {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

Json pieces_json(const VariantInfo& v) {
  Json pieces = Json::object();
  for (int i = 0; i < kind_count; ++i) {
    const Kind k{static_cast<std::uint8_t>(i)};
    if (!v[k].exists) continue;
    const std::string plus = is_promoted(k) ? "+" : "";
    pieces[plus + v[k].letter] = {v[k].name, v[k].kanji, plus + std::string(v[k].hodges)};
  }
  std::string hand;
  for (const Kind k : v.hand_order) hand += v[k].letter;
  return {{"name", v.name},   {"files", v.files},
          {"start", v.start}, {"score_unit", v.score_unit},
          {"hand", hand},     {"pieces", std::move(pieces)}};
}

std::string report_title(const std::vector<ReportGame>& games, const ReportOptions& options) {
  if (!options.title.empty()) return options.title;
  if (games.size() != 1) return std::to_string(games.size()) + " games";
  const std::string_view black = games[0].game.tag(tags::black);
  const std::string_view white = games[0].game.tag(tags::white);
  if (black.empty() && white.empty())
    return std::string(info(games[0].game.variant).name) + " game";
  return std::string(black.empty() ? "?" : black) + " - " +
         std::string(white.empty() ? "?" : white);
}

Json report_overview_json(const std::vector<ReportGame>& games, const ReportOptions& options) {
  Json json{{"title", report_title(games, options)},
            {"pieces", options.pieces == BoardStyle::kanji ? "kanji" : "western"},
            {"variants", Json::object()},
            {"games", Json::array()}};
  Json &variants = json["variants"], &rows = json["games"];
  for (std::size_t i = 0; i < games.size(); ++i) {
    platform::break_off_without_memory();
    const VariantInfo& variant = info(games[i].game.variant);
    Json& known = variants[std::string(variant.id)];
    if (known.is_null()) known = pieces_json(variant);
    rows.push_back(row_json(games[i], i));
  }
  return json;
}

Json report_game_json(const ReportGame& report_game) {
  const Game& game = report_game.game;
  Json json{{"variant", info(game.variant).id}, {"result", name(game.result)}};
  if (game.ending != Ending::unknown) json["ending"] = name(game.ending);
  put_start(json, game);
  if (game.rules != RuleSet::standard) json["rules"] = name(game.rules);
  put_text(json, "unread", game.unread);
  Json& tags = json["tags"] = Json::array();
  for (const Tag& tag : game.tags) tags.push_back({tag.name, tag.value});
  if (const auto players = players_of(report_game)) {
    json["players"] = {player_json((*players)[0]), player_json((*players)[1])};
  }
  Json& nodes = json["nodes"] = with_variant(game.variant, [&]<class V>(V) {
    return NodeWriter<V>(game, report_game.coefficient).write();
  });
  // The main line stands first: there a node's place is its ply.
  for (const ReportMark& mark : report_game.marks) {
    if (mark.ply <= 0 || mark.ply > game.moves.main_plies()) continue;
    Json& marks = nodes[static_cast<std::size_t>(mark.ply)]["marks"];
    if (marks.is_null()) marks = Json::array();
    marks.push_back(mark_json(mark));
  }
  return json;
}

}  // namespace yari
