#include "answers/json.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "notation/hodges/move_text.h"
#include "rules/color_name.h"
#include "rules/sfen.h"

namespace yari {

namespace {

Json numbers_json(const std::map<std::string, std::int64_t>& counts) {
  Json json = Json::object();
  for (const auto& [name, n] : counts) json[name] = n;
  return json;
}

Json lengths_json(const Lengths& lengths) {
  const bool any = lengths.games > 0;
  Json json = object({{"min", if_known(any, lengths.min)},
                      {"median", if_known(any, lengths.median)},
                      {"mean", if_known(any, lengths.mean)},
                      {"max", if_known(any, lengths.max)}});
  Json& histogram = json["histogram"] = Json::object();
  for (const auto& [from, n] : lengths.histogram) histogram[std::to_string(from)] = n;
  return json;
}

Json judgements_json(const std::vector<StoredJudgement>& judgements, Variant v) {
  Json array = Json::array();
  for (const StoredJudgement& j : judgements) {
    array.push_back(object({{"judgement", name(j.kind)},
                            {"side", name(j.color)},
                            {"loss", j.loss / 100.0},
                            {"chance_before", j.before / 100.0},
                            {"chance_after", j.after / 100.0},
                            {"mate", j.mate},
                            {"better", j.better ? write_usi_move(j.better, v) : Value()}}));
  }
  return array;
}

}  // namespace

Value if_known(bool known, Value value) { return known ? std::move(value) : Value(); }

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Value accuracy_value(double accuracy, std::int64_t moves) {
  return if_known(moves > 0, rounded(accuracy));
}

Value date_value(const std::optional<DateNumber>& date) {
  return date ? write_date(*date) : Value();
}

Json header_json(const GameHeader& header) {
  return object({{"game", header.id},
                 {"variant", info(header.variant).id},
                 {"rules", name(header.rules)},
                 {"black", text_value(header.black)},
                 {"white", text_value(header.white)},
                 {"date", date_value(header.date)},
                 {"event", text_value(header.event)},
                 {"site", text_value(header.site)},
                 {"result", name(header.result)},
                 {"ending", name(header.ending)},
                 {"handicap", text_value(header.handicap)},
                 {"start", text_value(header.start)},
                 {"plies", header.plies}});
}

Json stored_game_json(const GameHeader& header, const Game& game) {
  Json json = header_json(header);
  json["start"] = write_sfen(game.start);
  Json& tags = json["tags"] = Json::object();
  for (const Tag& tag : game.tags) tags[tag.name] = tag.value;
  json["moves"] = usi_texts(game.variant, game.moves.main_moves());
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
    Json json = object({{"game", hit.game},
                        {"ply", hit.ply},
                        {"sfen", write_sfen(setup)},
                        {"next", legal ? write_usi_move(hit.next, setup.variant) : Value()},
                        {"move", text_value(move)},
                        {"black", text_value(header.black)},
                        {"white", text_value(header.white)},
                        {"date", date_value(header.date)},
                        {"result", name(header.result)}});
    json["judgements"] = judgements_json(judgements, setup.variant);
    return json;
  });
}

Json counts_json(const PlayCounts& counts, Color side) {
  const std::optional<double> performance = counts.performance(side);
  const std::optional<std::int64_t> plies = counts.mean_plies();
  return object({{"games", counts.games},
                 {"black", counts.black_wins},
                 {"white", counts.white_wins},
                 {"draw", counts.draws},
                 {"score", counts.score(side)},
                 {"performance", performance ? std::lround(*performance) : Value()},
                 {"average_plies", plies ? *plies : Value()},
                 {"first_date", date_value(counts.first_date)},
                 {"last_date", date_value(counts.last_date)},
                 {"last_game", counts.last_game}});
}

Json players_json(const ExplorerPosition& position) {
  Json players = Json::array();
  for (const auto& [name, n] : position.players)
    players.push_back(object({{"player", name}, {"games", n}}));
  return players;
}

Json record_json(Variant variant, std::string_view format, const WriteResult& written) {
  return object({{"variant", info(variant).id},
                 {"format", format},
                 {"text", written.text},
                 {"losses", written.losses}});
}

Json import_json(const ImportSummary& s) {
  return object({{"files", s.files},
                 {"games", s.games},
                 {"imported", s.imported},
                 {"duplicates", s.duplicates},
                 {"rejected", s.rejected},
                 {"cut", s.cut},
                 {"same_moves", s.same_moves},
                 {"bad_files", s.bad_files},
                 {"skipped_files", s.skipped_files},
                 {"plies", s.plies},
                 {"positions", s.positions},
                 {"seconds", s.seconds},
                 {"stopped", s.stopped}});
}

Json statistics_json(const PlayedGames& games, const std::vector<CommonPosition>& common) {
  const Statistics& s = games.counts;
  Json json = object({{"games", s.games},
                      {"plies", s.plies},
                      {"annotated", s.annotated},
                      {"players", s.players},
                      {"events", s.events},
                      {"sites", s.sites},
                      {"postings", s.postings},
                      {"index_bytes", s.index_bytes},
                      {"index_runs", s.index_runs},
                      {"evaluations", s.evaluations},
                      {"file_bytes", s.file_bytes}});
  json["variants"] = numbers_json(s.variants);
  json["results"] = numbers_json(s.results);
  json["endings"] = numbers_json(s.endings);
  json["handicaps"] = numbers_json(s.handicaps);
  json["years"] = numbers_json(years_by_name(s));
  json["lengths"] = lengths_json(games.lengths);
  Json& positions = json["common_positions"] = Json::array();
  for (const CommonPosition& p : common)
    positions.push_back(object({{"variant", info(p.position.variant).id},
                                {"sfen", write_sfen(p.position)},
                                {"games", p.counts.games},
                                {"black", p.counts.black_wins},
                                {"white", p.counts.white_wins},
                                {"draw", p.counts.draws},
                                {"last_date", date_value(p.counts.last_date)}}));
  return json;
}

Json score_json(const Score& score) { return score_json(score.value, score.mate); }

}  // namespace yari
