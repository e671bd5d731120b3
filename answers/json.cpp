#include "answers/json.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "notation/hodges/move_text.h"
#include "rules/sfen.h"

namespace yari {

namespace {

std::string_view side_name(Color c) { return c == Color::black ? "black" : "white"; }

Json numbers_json(const std::map<std::string, std::int64_t>& counts) {
  Json json = Json::object();
  for (const auto& [name, n] : counts) json[name] = n;
  return json;
}

Json lengths_json(const Lengths& lengths) {
  Json histogram = Json::object();
  for (const auto& [from, n] : lengths.histogram) histogram[std::to_string(from)] = n;
  const bool any = lengths.games > 0;
  return {{"min", if_known(any, lengths.min)},
          {"median", if_known(any, lengths.median)},
          {"mean", if_known(any, lengths.mean)},
          {"max", if_known(any, lengths.max)},
          {"histogram", std::move(histogram)}};
}

Json judgements_json(const std::vector<StoredJudgement>& judgements, Variant v) {
  Json array = Json::array();
  for (const StoredJudgement& j : judgements) {
    array.push_back({{"judgement", name(j.kind)},
                     {"side", side_name(j.color)},
                     {"loss", j.loss / 100.0},
                     {"chance_before", j.before / 100.0},
                     {"chance_after", j.after / 100.0},
                     {"mate", j.mate ? Json(*j.mate) : Json()},
                     {"better", j.better ? Json(write_usi_move(j.better, v)) : Json()}});
  }
  return array;
}

}  // namespace

Json if_known(bool known, Json value) { return known ? std::move(value) : Json(); }

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

double rounded(double x) { return std::round(x * 100) / 100; }

Json accuracy_json(double accuracy, std::int64_t moves) {
  return moves > 0 ? Json(rounded(accuracy)) : Json();
}

Json text_json(std::string_view text) { return text.empty() ? Json() : Json(text); }

Json date_json(const std::optional<DateNumber>& date) {
  return date ? Json(write_date(*date)) : Json();
}

Json header_json(const GameHeader& header) {
  return {{"game", header.id},
          {"variant", info(header.variant).id},
          {"rules", name(header.rules)},
          {"black", text_json(header.black)},
          {"white", text_json(header.white)},
          {"date", date_json(header.date)},
          {"event", text_json(header.event)},
          {"site", text_json(header.site)},
          {"result", name(header.result)},
          {"ending", name(header.ending)},
          {"handicap", text_json(header.handicap)},
          {"start", text_json(header.start)},
          {"plies", header.plies}};
}

Json game_json(const GameHeader& header, const Game& game) {
  Json json = header_json(header);
  json["start"] = write_sfen(game.start);
  Json tags = Json::object();
  for (const Tag& tag : game.tags) tags[tag.name] = tag.value;
  json["tags"] = std::move(tags);
  Json moves = Json::array();
  for (const Move move : game.moves.main_moves())
    moves.push_back(write_usi_move(move, game.variant));
  json["moves"] = std::move(moves);
  return json;
}

Json hit_json(const Hit& hit, const GameHeader& header, const Setup& setup,
              const std::vector<StoredJudgement>& judgements) {
  return with_variant(setup.variant, [&]<class V>(V) -> Json {
    const auto position = Position<V>::from(setup);
    // What a query finds is not checked, and a file may come from anywhere.
    const bool legal = hit.next && position && position->is_legal(hit.next);
    std::string move;
    if (legal) append_move_text(move, *position, hit.next);
    return {{"game", hit.game},
            {"ply", hit.ply},
            {"sfen", write_sfen(setup)},
            {"next", legal ? Json(write_usi_move(hit.next, setup.variant)) : Json()},
            {"move", text_json(move)},
            {"black", text_json(header.black)},
            {"white", text_json(header.white)},
            {"date", date_json(header.date)},
            {"result", name(header.result)},
            {"judgements", judgements_json(judgements, setup.variant)}};
  });
}

Json counts_json(const PlayCounts& counts, Color side) {
  const std::optional<double> score = counts.score(side);
  const std::optional<double> performance = counts.performance(side);
  return {{"games", counts.games},
          {"black", counts.black_wins},
          {"white", counts.white_wins},
          {"draw", counts.draws},
          {"score", score ? Json(*score) : Json()},
          {"performance", performance ? Json(std::lround(*performance)) : Json()},
          {"average_plies", counts.games > 0 ? Json(counts.plies / counts.games) : Json()},
          {"first_date", date_json(counts.first_date)},
          {"last_date", date_json(counts.last_date)},
          {"last_game", counts.last_game}};
}

Json statistics_json(const Statistics& s, const Lengths& lengths,
                     const std::vector<CommonPosition>& common) {
  Json positions = Json::array();
  for (const CommonPosition& p : common)
    positions.push_back({{"variant", info(p.position.variant).id},
                         {"sfen", write_sfen(p.position)},
                         {"games", p.counts.games},
                         {"black", p.counts.black_wins},
                         {"white", p.counts.white_wins},
                         {"draw", p.counts.draws},
                         {"last_date", date_json(p.counts.last_date)}});
  return {{"games", s.games},
          {"plies", s.plies},
          {"annotated", s.annotated},
          {"players", s.players},
          {"events", s.events},
          {"sites", s.sites},
          {"postings", s.postings},
          {"index_bytes", s.index_bytes},
          {"index_runs", s.index_runs},
          {"evaluations", s.evaluations},
          {"file_bytes", s.file_bytes},
          {"variants", numbers_json(s.variants)},
          {"results", numbers_json(s.results)},
          {"endings", numbers_json(s.endings)},
          {"handicaps", numbers_json(s.handicaps)},
          {"years", numbers_json(years_by_name(s))},
          {"lengths", lengths_json(lengths)},
          {"common_positions", std::move(positions)}};
}

Json score_json(const Score& score) { return {{score.mate ? "mate" : "cp", score.value}}; }

}  // namespace yari
