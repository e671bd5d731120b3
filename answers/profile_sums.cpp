#include "answers/profile_sums.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/annotate/annotate.h"
#include "answers/opening_text.h"
#include "rules/color_name.h"
#include "rules/start.h"

namespace yari {

namespace {

/// Noted moves that are counted, and what the counts are called.
constexpr std::pair<JudgedKind, const char*> counted_kinds[] = {
    {JudgedKind::inaccuracy, "inaccuracies"},    {JudgedKind::mistake, "mistakes"},
    {JudgedKind::blunder, "blunders"},           {JudgedKind::missed_mate, "missed_mates"},
    {JudgedKind::allowed_mate, "allowed_mates"}, {JudgedKind::only_move, "only_moves"},
    {JudgedKind::brilliant, "brilliant"},        {JudgedKind::lost_win, "lost_wins"}};

Json sum_json(const ProfileSum& sum) {
  Json json = object({{"games", sum.results().games},
                      {"wins", sum.results().wins},
                      {"draws", sum.results().draws},
                      {"losses", sum.results().losses},
                      {"moves", sum.moves()},
                      {"accuracy", accuracy_value(sum.accuracy(), sum.moves())},
                      {"mean_loss", rounded(sum.mean_loss())}});
  Json& phases = json["phases"] = Json::object();
  for (std::size_t i = 0; i < std::size_t{phase_count}; ++i)
    phases[std::string(name(static_cast<Phase>(i)))] = object(
        {{"moves", sum.moves(i)}, {"accuracy", accuracy_value(sum.accuracy(i), sum.moves(i))}});
  for (const auto& [kind, name] : counted_kinds) json[name] = sum.count(kind);
  return json;
}

/// One row a part, each under its name: `{"1995": {...}}` would be fields nobody can document.
Json parts_json(const std::map<std::string, ProfileSum>& parts) {
  Json array = Json::array();
  for (const auto& [name, sum] : parts) {
    Json json = object({{"name", name}});
    json.update(sum_json(sum));
    array.push_back(std::move(json));
  }
  return array;
}

}  // namespace

void ProfileSum::add(const PlayerGame& game) {
  results_.add(game.header.result, game.color);
  const StoredPlayer& n = game.numbers;
  moves_ += n.all.moves;
  accuracy_ += std::int64_t{n.all.accuracy} * n.all.moves;
  loss_ += std::int64_t{n.mean_loss} * n.all.moves;
  for (std::size_t i = 0; i < n.phases.size(); ++i) {
    phase_moves_[i] += n.phases[i].moves;
    phase_accuracy_[i] += std::int64_t{n.phases[i].accuracy} * n.phases[i].moves;
  }
  for (std::size_t i = 0; i < judgements_.size(); ++i) judgements_[i] += game.judgements[i];
}

double ProfileSum::per_100_moves(JudgedKind kind) const {
  return moves_ == 0 ? 0 : 100.0 * static_cast<double>(count(kind)) / static_cast<double>(moves_);
}

void Profile::add(const PlayerGame& game) {
  all.add(game);
  colors[std::string(name(game.color))].add(game);
  const std::optional<DateNumber>& date = game.header.date;
  years[date && *date >= 10000 ? fmt::format("{:04}", *date / 10000) : "unknown"].add(game);
  openings[opening_name(game)].add(game);
}

std::string opening_name(const PlayerGame& game) {
  if (!game.header.handicap.empty()) return game.header.handicap;
  if (!game.header.start.empty()) return "other start";
  return moves_text(start_setup(game.header.variant), game.opening);
}

Json profile_json(const std::string& player, std::int64_t played, std::int64_t annotated,
                  const Profile& profile) {
  Json json = object({{"player", player}, {"played", played}, {"annotated", annotated}});
  json.update(sum_json(profile.all));
  json["colors"] = parts_json(profile.colors);
  json["years"] = parts_json(profile.years);
  json["openings"] = parts_json(profile.openings);
  return json;
}

}  // namespace yari
