#include "cli/profile_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "cli/annotation_text.h"
#include "cli/line_text.h"
#include "cli/text.h"

namespace yari::cli {

namespace {

/// Openings that the table shows, the most played first.
constexpr std::size_t openings_shown = 12;

std::string phase_name(std::size_t phase) { return std::string(name(static_cast<Phase>(phase))); }

/// Noted moves that are counted, and what the counts are called.
constexpr std::pair<JudgedKind, const char*> counted_kinds[] = {
    {JudgedKind::inaccuracy, "inaccuracies"},    {JudgedKind::mistake, "mistakes"},
    {JudgedKind::blunder, "blunders"},           {JudgedKind::missed_mate, "missed_mates"},
    {JudgedKind::allowed_mate, "allowed_mates"}, {JudgedKind::only_move, "only_moves"},
    {JudgedKind::brilliant, "brilliant"},        {JudgedKind::lost_win, "lost_wins"}};

Json sum_json(const ProfileSum& sum) {
  Json json{{"games", sum.games()},
            {"wins", sum.wins()},
            {"draws", sum.draws()},
            {"losses", sum.losses()},
            {"moves", sum.moves()},
            {"accuracy", rounded(sum.accuracy())},
            {"mean_loss", rounded(sum.mean_loss())},
            {"phases", Json::object()}};
  for (std::size_t i = 0; i < std::size_t{phase_count}; ++i) {
    json["phases"][phase_name(i)] = {{"moves", sum.moves(i)},
                                     {"accuracy", accuracy_json(sum.accuracy(i), sum.moves(i))}};
  }
  for (const auto& [kind, name] : counted_kinds) json[name] = sum.count(kind);
  return json;
}

/// One row a part, each under its name: `{"1995": {...}}` would be fields nobody can document.
Json parts_json(const std::map<std::string, ProfileSum>& parts) {
  Json array = Json::array();
  for (const auto& [name, sum] : parts) {
    Json json{{"name", name}};
    json.update(sum_json(sum));
    array.push_back(std::move(json));
  }
  return array;
}

std::string row(std::string_view name, const ProfileSum& s) {
  return fmt::format(
      "{:<22} {:>5}  {:>4}-{}-{:<4} {:>6}  {:>6.1f}  {:>5.2f}  {:>5.2f} {:>5.2f} {:>5.2f}\n", name,
      s.games(), s.wins(), s.draws(), s.losses(), s.moves(), s.accuracy(), s.mean_loss(),
      s.per_100_moves(JudgedKind::inaccuracy), s.per_100_moves(JudgedKind::mistake),
      s.per_100_moves(JudgedKind::blunder));
}

std::string phases_text(const ProfileSum& s) {
  std::string text;
  for (std::size_t i = 0; i < std::size_t{phase_count}; ++i) {
    if (s.moves(i) == 0) continue;
    text += fmt::format("{}{} {:.1f} % ({})", text.empty() ? "" : ", ", phase_name(i),
                        s.accuracy(i), counted(static_cast<std::uint64_t>(s.moves(i)), "move"));
  }
  return text.empty() ? "" : "accuracy by phase: " + text + "\n";
}

std::string most_played(const std::map<std::string, ProfileSum>& openings) {
  std::vector<std::pair<std::string, ProfileSum>> sorted(openings.begin(), openings.end());
  std::ranges::stable_sort(sorted, std::greater{}, [](const auto& p) { return p.second.games(); });
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), openings_shown); ++i)
    text += row(sorted[i].first, sorted[i].second);
  return text;
}

}  // namespace

void ProfileSum::add(const PlayerGame& game) {
  ++games_;
  wins_ += game.header.result == win_for(game.color);
  losses_ += game.header.result == win_for(~game.color);
  draws_ += game.header.result == GameResult::draw;
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
  colors[std::string(side_name(game.color))].add(game);
  const std::optional<DateNumber>& date = game.header.date;
  years[date && *date >= 10000 ? fmt::format("{:04}", *date / 10000) : "unknown"].add(game);
  openings[opening_name(game)].add(game);
}

std::string opening_name(const PlayerGame& game) {
  if (!game.header.handicap.empty()) return game.header.handicap;
  if (!game.header.start.empty()) return "other start";
  return hodges_line({start_setup(game.header.variant), {}}, game.opening);
}

Json profile_json(const Profile& profile) {
  Json json = sum_json(profile.all);
  json["colors"] = parts_json(profile.colors);
  json["years"] = parts_json(profile.years);
  json["openings"] = parts_json(profile.openings);
  return json;
}

std::string profile_text(const Profile& p) {
  std::string text =
      fmt::format("{:<22} {:>5}  {:^12} {:>6}  {:>6}  {:>5}  {:>5} {:>5} {:>5}\n", "", "games",
                  "won-drawn-lost", "moves", "acc. %", "loss", "?!", "?", "?\?");
  text += row("all", p.all);
  for (const auto& [name, sum] : p.colors) text += row("as " + name, sum);
  for (const auto& [name, sum] : p.years) text += row(name, sum);
  text += most_played(p.openings);
  text += "?!, ? and ?\?: in a hundred moves; loss: points of win chance a move\n";
  text += phases_text(p.all);
  const auto number = [&](JudgedKind kind) {
    return static_cast<std::uint64_t>(p.all.count(kind));
  };
  return text +
         fmt::format("{} missed, {} allowed; {}; {}, {}\n",
                     counted(number(JudgedKind::missed_mate), "mate"),
                     grouped(number(JudgedKind::allowed_mate)),
                     counted(number(JudgedKind::lost_win), "won game", "won games") + " not won",
                     counted(number(JudgedKind::only_move), "only move"),
                     grouped(number(JudgedKind::brilliant)) + " brilliant");
}

}  // namespace yari::cli
