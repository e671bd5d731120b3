// Each period sees the ratings as they were before it, as Glicko-2 wants.
#include "db/reports/rating_list.h"

#include <algorithm>

namespace yari {

namespace {

using tournament::PlayedGame;
using tournament::RatedGame;
using tournament::Rating;

int months_of(int date) { return date / 10000 * 12 + date / 100 % 100 - 1; }

class Rater {
 public:
  Rater(const EventGames& event, const RatingOptions& options)
      : event_(event), options_(options), played_(event.players.size()) {
    for (const std::string& name : event.players) list_.players.push_back({name, {}, 0, 0});
    list_.without_players = event.without_players;
  }

  RatingList run() {
    for (std::size_t i = 0; i < event_.games.size(); ++i) {
      if (!counts(i)) continue;
      const int period = months_of(event_.dates[i]) / options_.period_months;
      if (list_.games > 0)
        for (; period_ < period; ++period_) close_period();
      period_ = period;
      add(event_.games[i], event_.dates[i]);
    }
    if (list_.games > 0) close_period();
    std::erase_if(list_.players, [](const RatedPlayer& p) { return p.games == 0; });
    std::ranges::stable_sort(list_.players, std::ranges::greater(),
                             [](const RatedPlayer& p) { return p.rating.rating; });
    return std::move(list_);
  }

 private:
  bool counts(std::size_t i) {
    const PlayedGame& game = event_.games[i];
    // Who did not play showed no strength.
    if (game.bye) return ++list_.byes, false;
    if (!game.was_played()) return ++list_.forfeits, false;
    if (game.black == game.white) return ++list_.against_oneself, false;
    if (game.result == GameResult::unknown) return ++list_.without_result, false;
    if (event_.dates[i] / 100 % 100 == 0) return ++list_.without_date, false;
    const bool valued = game.handicap.empty() || options_.handicaps.contains(game.handicap);
    if (!valued) ++list_.handicaps;
    return valued;
  }

  /// White gives the handicap. Black's opponent counts as weaker by its value, White's as stronger.
  void add(const PlayedGame& game, int date) {
    const double value = game.handicap.empty() ? 0 : options_.handicaps.at(game.handicap);
    Rating black = list_.players[game.black].rating, white = list_.players[game.white].rating;
    black.rating += value;
    white.rating -= value;
    played_[game.black].push_back({white, game.points(Color::black)});
    played_[game.white].push_back({black, game.points(Color::white)});
    for (const std::size_t p : {game.black, game.white}) {
      ++list_.players[p].games;
      list_.players[p].last_date = date;
    }
    ++list_.games;
  }

  void close_period() {
    ++list_.periods;
    for (std::size_t p = 0; p < played_.size(); ++p) {
      RatedPlayer& player = list_.players[p];
      if (player.games > 0)
        player.rating = tournament::after_period(player.rating, played_[p], options_.tau);
      played_[p].clear();
    }
  }

  const EventGames& event_;
  const RatingOptions& options_;
  RatingList list_;
  std::vector<std::vector<RatedGame>> played_;
  int period_ = 0;
};

}  // namespace

RatingList rating_list(const EventGames& games, const RatingOptions& options) {
  return Rater(games, options).run();
}

}  // namespace yari
