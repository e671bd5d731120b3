// The games of a match, several at a time, until nothing is left to find out.
#include "analysis/match/match.h"

#include <algorithm>
#include <cassert>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

#include "analysis/match/match_game.h"

namespace yari {
namespace {

class Runner {
 public:
  Runner(const MatchPlayer& first, const MatchPlayer& second, const MatchOptions& options,
         std::vector<MatchGame> played, const OnMatchGame& on_game)
      : first_(first),
        second_(second),
        options_(options),
        games_(std::move(played)),
        on_game_(on_game) {
    std::set<int> done;
    for (const MatchGame& game : games_) done.insert(game.index);
    for (int i = 0; i < options.games; ++i) {
      if (!done.contains(i)) waiting_.push_back(i);
    }
    look_at_test();
  }

  MatchState run(std::stop_token stop) {
    const std::stop_callback forward(stop, [this] { stop_.request_stop(); });
    {
      std::vector<std::jthread> workers;
      const auto jobs = std::min(waiting_.size(), static_cast<std::size_t>(options_.jobs));
      for (std::size_t i = 0; i < jobs; ++i) workers.emplace_back([this] { work(); });
    }
    if (failure_) std::rethrow_exception(failure_);
    return match_state(games_, options_);
  }

 private:
  void work() {
    try {
      std::array<MatchSeat, 2> seats{MatchSeat(first_), MatchSeat(second_)};
      for (MatchSeat& seat : seats) {
        if (!stop_.stop_requested()) seat.start();
      }
      while (const std::optional<int> index = next()) {
        std::optional<MatchGame> game = play_match_game(*index, seats, options_, stop_.get_token());
        if (game) finish(std::move(*game));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stop_.request_stop();
    }
  }

  std::optional<int> next() {
    const std::lock_guard lock(mutex_);
    if (stop_.stop_requested() || begun_ == waiting_.size()) return std::nullopt;
    return waiting_[begun_++];
  }

  void finish(MatchGame game) {
    const std::lock_guard lock(mutex_);
    // A failed callback or a verdict has ended the match: what was under way does not count.
    if (stop_.stop_requested()) return;
    games_.push_back(std::move(game));
    const MatchState state = look_at_test();
    if (on_game_) on_game_(games_.back(), state);
  }

  /// Ends the match when the test has a verdict.
  MatchState look_at_test() {
    MatchState state = match_state(games_, options_);
    if (options_.sprt && state.sprt.verdict != SprtVerdict::going_on) stop_.request_stop();
    return state;
  }

  const MatchPlayer& first_;
  const MatchPlayer& second_;
  const MatchOptions& options_;
  std::vector<int> waiting_;
  std::size_t begun_ = 0;
  std::mutex mutex_;
  std::vector<MatchGame> games_;
  const OnMatchGame& on_game_;
  std::stop_source stop_;
  std::exception_ptr failure_;
};

}  // namespace

MatchState run_match(const MatchPlayer& first, const MatchPlayer& second,
                     const MatchOptions& options, std::vector<MatchGame> played,
                     std::stop_token stop, const OnMatchGame& on_game) {
  assert(!options.openings.empty() && first.name != second.name && options.jobs >= 1);
  return Runner(first, second, options, std::move(played), on_game).run(std::move(stop));
}

}  // namespace yari
