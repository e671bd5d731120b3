#include "db/reports/event_games.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "db/people/bye.h"
#include "db/people/name_keys.h"
#include "db/reports/tagged_games.h"
#include "record/tag_value.h"

namespace yari {

namespace {

class EventReader {
 public:
  void add(const TaggedGame& game) {
    const GameHeader& h = game.header;
    if (h.black.find_first_not_of("?- ") == h.black.npos ||
        h.white.find_first_not_of("?- ") == h.white.npos) {
      ++all_.without_players;
      return;
    }
    if (people::is_bye(h.black, h.white)) return add_bye(game);
    std::string handicap = h.handicap;
    if (handicap.empty() && !h.start.empty()) handicap = "other start";
    const std::size_t black = player(h.black), white = player(h.white);
    all_.games.push_back({black, white, h.result, h.ending, std::string(game.tag(tags::round)),
                          std::move(handicap), h.id});
    add_occasion(h);
  }

  EventGames take() {
    std::vector<std::size_t> order(all_.games.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) {
      return std::tuple(all_.dates[i], round_number(all_.games[i].round), all_.games[i].id);
    });
    EventGames sorted{all_.players, {}, {}, all_.events, all_.without_players};
    for (const std::size_t i : order) {
      sorted.games.push_back(std::move(all_.games[i]));
      sorted.dates.push_back(all_.dates[i]);
    }
    return sorted;
  }

 private:
  void add_bye(const TaggedGame& game) {
    const GameHeader& h = game.header;
    const bool of_white = people::is_bye(h.black);
    if (of_white && people::is_bye(h.white)) return;
    const std::size_t who = player(of_white ? h.white : h.black);
    GameResult result = h.result;
    if (of_white && result == GameResult::white_wins)
      result = GameResult::black_wins;
    else if (of_white && result == GameResult::black_wins)
      result = GameResult::white_wins;
    all_.games.push_back(
        {who, who, result, h.ending, std::string(game.tag(tags::round)), "", h.id, true});
    add_occasion(h);
  }

  void add_occasion(const GameHeader& h) {
    all_.dates.push_back(h.date.value_or(0));
    if (std::ranges::find(all_.events, h.event) == all_.events.end())
      all_.events.push_back(h.event);
  }

  std::size_t player(const std::string& name) {
    const people::NameKeys keys = people::name_keys(name, NameKind::player);
    const auto [at, is_new] = numbers_.try_emplace(people::letters_key(keys), numbers_.size());
    if (is_new) all_.players.push_back(keys.parted.name);
    return at->second;
  }

  EventGames all_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace

EventGames event_games(Database& database, const GameFilter& filter,
                       const std::function<void()>& check) {
  EventReader reader;
  each_tagged_game(database, filter, [&](const TaggedGame& game) {
    if (check) check();
    reader.add(game);
    return true;
  });
  return reader.take();
}

}  // namespace yari
