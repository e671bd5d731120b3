#include "db/reports/event_games.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

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
    const std::size_t black = spelling(h.black), white = spelling(h.white);
    if (black != white && spellings_[black].key == spellings_[white].key)
      two_persons_.insert(spellings_[black].key);
    all_.games.push_back({black, white, h.result, h.ending, std::string(game.tag(tags::round)),
                          std::move(handicap), h.id});
    add_occasion(h);
  }

  EventGames take() {
    using Place = std::tuple<int, decltype(round_number("")), GameId, std::size_t>;
    std::vector<Place> order;
    for (std::size_t i = 0; i < all_.games.size(); ++i) {
      const tournament::PlayedGame& game = all_.games[i];
      order.emplace_back(all_.dates[i], round_number(game.round), game.id, i);
    }
    std::ranges::sort(order);
    number_players();
    EventGames sorted{
        std::move(all_.players), {}, {}, std::move(all_.events), all_.without_players};
    for (const Place& place : order) {
      sorted.games.push_back(std::move(all_.games[std::get<3>(place)]));
      sorted.dates.push_back(std::get<0>(place));
    }
    return sorted;
  }

 private:
  void add_bye(const TaggedGame& game) {
    const GameHeader& h = game.header;
    const bool of_white = people::is_bye(h.black);
    if (of_white && people::is_bye(h.white)) return;
    const std::size_t who = spelling(of_white ? h.white : h.black);
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
    if (events_.insert(h.event).second) all_.events.push_back(h.event);
  }

  /// A name as it is written, and what it shares with spellings of the same person.
  struct Spelling {
    std::string text, name;
    std::size_t key = 0;
  };

  /// Games have numbers of spellings until number_players.
  std::size_t spelling(const std::string& text) {
    const auto [at, is_new] = numbers_.try_emplace(text, spellings_.size());
    if (!is_new) return at->second;
    const people::NameKeys keys = people::name_keys(text, NameKind::player);
    const auto key = keys_.try_emplace(people::letters_key(keys), keys_.size()).first->second;
    spellings_.push_back({text, keys.parted.name, key});
    return at->second;
  }

  /// Spellings of one key are one player, unless two of them met.
  void number_players() {
    std::vector<std::size_t> numbers;
    std::unordered_map<std::size_t, std::size_t> of_key;
    for (const Spelling& s : spellings_) {
      const bool stands_alone = two_persons_.contains(s.key);
      const std::size_t next = all_.players.size();
      numbers.push_back(stands_alone ? next : of_key.try_emplace(s.key, next).first->second);
      if (numbers.back() == next) all_.players.push_back(stands_alone ? s.text : s.name);
    }
    for (tournament::PlayedGame& game : all_.games) {
      game.black = numbers[game.black];
      game.white = numbers[game.white];
    }
  }

  EventGames all_;
  std::unordered_set<std::string> events_;
  std::vector<Spelling> spellings_;
  /// Of spellings by their text, and of the keys.
  std::unordered_map<std::string, std::size_t> numbers_, keys_;
  /// Keys of spellings that met in a game.
  std::unordered_set<std::size_t> two_persons_;
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
