// The pairing itself is db/tournament's; here entrants become numbers, and numbers names again.
#include "answers/paired_round.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "answers/json.h"
#include "db/change/upkeep.h"
#include "db/people/bye.h"
#include "db/people/name_keys.h"
#include "db/tournament/swiss.h"
#include "record/tag_value.h"
#include "text/counted.h"

namespace yari {

namespace {

using tournament::Pairing;
using tournament::PlayedGame;

/// The games of an event with its players numbered as the entrants are; those who are no longer
/// among them have the numbers after these.
class Entered {
 public:
  /// `numbered`: the number of each entrant by the player's key.
  Entered(std::vector<Entrant> entrants, std::unordered_map<std::string, std::size_t> numbered,
          const EventGames& event)
      : entrants_(std::move(entrants)), games_(event.games) {
    for (const Entrant& entrant : entrants_) present_.push_back(!entrant.absent);
    std::vector<std::size_t> numbers;
    for (const std::string& name : event.players) {
      const auto [at, is_new] =
          numbered.try_emplace(people::letters_key(name, NameKind::player), numbered.size());
      numbers.push_back(at->second);
      if (!is_new) continue;
      entrants_.push_back({name});
      present_.push_back(false);
    }
    for (PlayedGame& game : games_) {
      game.black = numbers[game.black];
      game.white = numbers[game.white];
    }
    points_.resize(entrants_.size());
    for (const tournament::Standing& s : tournament::standings(games_, entrants_.size()))
      points_[s.player] = s.points;
  }

  const std::string& name(std::size_t player) const { return entrants_[player].name; }
  double points(std::size_t player) const { return points_[player]; }
  const std::vector<PlayedGame>& games() const { return games_; }
  const std::vector<bool>& present() const { return present_; }
  std::size_t size() const { return entrants_.size(); }
  int last_round() const {
    int last = 0;
    for (const PlayedGame& game : games_) last = std::max(last, round_number(game.round));
    return last;
  }
  bool has_round(int number) const {
    return std::ranges::any_of(
        games_, [&](const PlayedGame& game) { return round_number(game.round) == number; });
  }

 private:
  std::vector<Entrant> entrants_;
  std::vector<bool> present_;
  std::vector<PlayedGame> games_;
  std::vector<double> points_;
};

/// Who is absent keeps the place in the table: the others meet as they would.
Result<Pairing> berger_pairing(std::size_t players, int number, int cycles) {
  if (players < 2) return fail("a round robin needs two players");
  const auto rounds = static_cast<int>(tournament::berger_rounds(players)) * cycles;
  if (number > rounds)
    return fail(fmt::format("{} players meet in {}: there is no round {}", players,
                            counted(static_cast<std::uint64_t>(rounds), "round"), number));
  return tournament::berger_round(players, static_cast<std::size_t>(number - 1), cycles);
}

PairedRound with_names(const Entered& entered, const Pairing& pairing, int number) {
  PairedRound round{.number = number, .is_stored = entered.has_round(number)};
  for (const auto& [black, white] : pairing.games)
    round.games.push_back(
        {entered.name(black), entered.points(black), entered.name(white), entered.points(white)});
  if (pairing.bye)
    round.games.push_back({entered.name(*pairing.bye), entered.points(*pairing.bye)});
  return round;
}

}  // namespace

Result<void> check_entrant(const std::string& name) {
  if (const std::string_view fault = fault_of_value(name); !fault.empty())
    return fail("the name of a player " + std::string(fault));
  // A game against "bye" was not played.
  if (people::is_bye(name)) return fail(fmt::format("'{}' is no player", name));
  return {};
}

Result<PairedRound> paired_round(std::vector<Entrant> entrants, const EventGames& event,
                                 const RoundPlan& plan) {
  std::ranges::stable_sort(entrants, std::ranges::greater(), &Entrant::rating);
  if (entrants.size() > most_entrants)
    return fail(fmt::format("at most {} can be paired, found {}", counted(most_entrants, "player"),
                            grouped(entrants.size())));
  std::unordered_map<std::string, std::size_t> numbered;
  for (const Entrant& entrant : entrants) {
    if (const Result<void> checked = check_entrant(entrant.name); !checked)
      return tl::unexpected(checked.error());
    if (!numbered.try_emplace(people::letters_key(entrant.name, NameKind::player), numbered.size())
             .second)
      return fail("this player is there twice: " + entrant.name);
  }
  const Entered entered(std::move(entrants), std::move(numbered), event);
  const int number = plan.number.value_or(entered.last_round() + 1);
  Result<Pairing> pairing =
      plan.round_robin ? berger_pairing(entered.size(), number, plan.cycles)
                       : tournament::swiss_round(entered.games(), entered.present(), plan.last);
  if (!pairing) return tl::unexpected(pairing.error());
  PairedRound round = with_names(entered, *pairing, number);
  round.round_robin = plan.round_robin;
  return round;
}

std::vector<std::string> paired_columns() {
  return {"round", "board", "black", "black_points", "white", "white_points"};
}

std::vector<std::vector<Value>> paired_rows(const PairedRound& round) {
  std::vector<std::vector<Value>> rows;
  for (const PairedGame& game : round.games)
    rows.push_back({round.number, rows.size() + 1, game.black, game.black_points,
                    game.white.value_or("bye"),
                    if_known(game.white.has_value(), game.white_points)});
  return rows;
}

Result<std::vector<GameId>> store_round(Database& database, const std::string& event, Variant game,
                                        const PairedRound& round) {
  if (round.is_stored)
    return fail(fmt::format("round {} is in the database already", round.number));
  if (const std::string_view fault = fault_of_value(event); !fault.empty())
    return fail("the name of the event " + std::string(fault));
  std::vector<Game> added;
  for (const PairedGame& paired : round.games) {
    Game next = new_game(game);
    next.set_tag(tags::event, event);
    next.set_tag(tags::round, fmt::format("{}.{}", round.number, added.size() + 1));
    next.set_tag(tags::black, paired.black);
    next.set_tag(tags::white, paired.white.value_or("bye"));
    if (!paired.white)
      next.result = round.round_robin ? GameResult::white_wins : GameResult::black_wins;
    added.push_back(std::move(next));
  }
  return add_games(database, fmt::format("pair round {} of {}", round.number, event), added);
}

}  // namespace yari
