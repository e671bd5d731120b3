// The games of a match, several pairs at a time, until nothing is left to find out.
#include "analysis/match/match.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "analysis/engine/builtin.h"
#include "analysis/match/conditions.h"
#include "analysis/match/match_game.h"

namespace yari {
namespace {

class Runner {
 public:
  Runner(const MatchPlayer& first, const MatchPlayer& second, const MatchOptions& options,
         MatchTally played, const OnMatchGame& on_game)
      : first_(first),
        second_(second),
        options_(options),
        conditions_(conditions_text(first, second, options)),
        tally_(std::move(played)),
        on_game_(on_game) {
    end_if_decided();
  }

  MatchState run(std::stop_token stop) {
    const std::stop_callback forward(stop, [this] { stop_.request_stop(); });
    {
      std::vector<std::jthread> workers;
      const int left = options_.games - tally_.state().played();
      try {
        for (int i = 0; i < std::min(options_.jobs, (left + 1) / 2); ++i)
          workers.emplace_back([this] { work(); });
      } catch (const std::system_error&) {
        // The machine gives fewer threads: those that there are play, or this one.
        if (workers.empty()) work();
      }
    }
    if (failure_) std::rethrow_exception(failure_);
    return tally_.state();
  }

 private:
  void work() {
    try {
      std::array<MatchSeat, 2> seats{MatchSeat(first_), MatchSeat(second_)};
      for (MatchSeat& seat : seats) {
        if (!stop_.stop_requested()) seat.start();
      }
      BuiltinEngine judge({.hash_mib = 1});
      while (const std::optional<int> pair = next()) {
        const GamePosition opening = options_.openings.of_pair(*pair, judge);
        for (const int index : {2 * *pair, 2 * *pair + 1}) {
          if (index >= options_.games || is_done(index)) continue;
          std::optional<MatchGame> game =
              play_match_game(index, opening, seats, options_, stop_.get_token());
          if (game) finish(*std::move(game));
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.request_stop();
    }
  }

  bool is_done(int index) {
    const std::lock_guard lock(mutex_);
    return stop_.stop_requested() || tally_.has(index);
  }

  /// The next pair of which a game is missing.
  std::optional<int> next() {
    const std::lock_guard lock(mutex_);
    while (!stop_.stop_requested() && 2 * next_pair_ < options_.games) {
      const int first = 2 * next_pair_++;
      const bool second = first + 1 < options_.games && !tally_.has(first + 1);
      if (!tally_.has(first) || second) return first / 2;
    }
    return std::nullopt;
  }

  void finish(MatchGame game) {
    const std::lock_guard lock(mutex_);
    // A failed callback or a verdict has ended the match: what was under way does not count.
    if (stop_.stop_requested()) return;
    game.game.set_tag("Conditions", conditions_);
    tally_.add(game.index, game.game);
    const MatchState state = end_if_decided();
    if (on_game_) on_game_(game, state);
  }

  /// Ends the match when the test has a verdict, or nothing new is to be expected.
  MatchState end_if_decided() {
    MatchState state = tally_.state();
    const bool tested = options_.sprt && state.sprt.verdict != SprtVerdict::going_on;
    if (tested || state.only_repeats) stop_.request_stop();
    return state;
  }

  const MatchPlayer& first_;
  const MatchPlayer& second_;
  const MatchOptions& options_;
  const std::string conditions_;
  int next_pair_ = 0;
  std::mutex mutex_;
  MatchTally tally_;
  const OnMatchGame& on_game_;
  std::stop_source stop_;
  std::exception_ptr failure_;
};

/// The number of the match's game that a record claims to be; -1 when it does not.
int index_of(const Game& game, const MatchOptions& options) {
  const std::string_view round = game.tag(tags::round);
  int number = 0;
  const auto [end, error] = std::from_chars(round.data(), round.data() + round.size(), number);
  const bool read = error == std::errc() && end == round.data() + round.size();
  return read && number >= 1 && number <= options.games ? number - 1 : -1;
}

}  // namespace

PlayedRecord add_played(MatchTally& tally, const Game& record, const MatchPlayer& first,
                        const MatchPlayer& second, const MatchOptions& options) {
  const int number = index_of(record, options);
  if (number < 0 || record.result == GameResult::unknown || tally.has(number))
    return PlayedRecord::other;
  const bool reversed = number % 2 != 0;
  const bool ours = record.tag(tags::black) == (reversed ? second : first).name &&
                    record.tag(tags::white) == (reversed ? first : second).name &&
                    options.openings.may_begin(number / 2, record);
  if (!ours) return PlayedRecord::other;
  if (is_played_otherwise(record, first, second, options)) return PlayedRecord::played_otherwise;
  tally.add(number, record);
  return PlayedRecord::counted;
}

MatchState run_match(const MatchPlayer& first, const MatchPlayer& second,
                     const MatchOptions& options, MatchTally played, std::stop_token stop,
                     const OnMatchGame& on_game) {
  assert(!options.openings.list.empty() && first.name != second.name && options.jobs >= 1);
  return Runner(first, second, options, std::move(played), on_game).run(std::move(stop));
}

MatchState run_match(const MatchPlayer& first, const MatchPlayer& second,
                     const MatchOptions& options, std::stop_token stop,
                     const OnMatchGame& on_game) {
  return run_match(first, second, options, MatchTally(options.games, options.sprt), std::move(stop),
                   on_game);
}

}  // namespace yari
