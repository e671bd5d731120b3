#include "analysis/usi/usi_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <exception>
#include <utility>

#include "analysis/engine/replayed.h"
#include "analysis/engine/search_score.h"
#include "analysis/usi/usi_client_talk.h"
#include "rules/declaration.h"
#include "rules/sfen.h"

namespace yari {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// An engine that ends its searches itself is not told to stop; one that does not know the time
/// limit is told so this much later.
constexpr milliseconds own_time{100};
/// gpsusi takes a second even where it has less, and resigns or hangs at a `stop` that comes before
/// its search has begun.
constexpr milliseconds own_time_with_clock{2000};

/// Failures at different positions in a row after which an engine is given up.
constexpr int most_failed_in_a_row = 3;

/// What an engine that knows clocks alone gets where nothing names a time.
constexpr milliseconds default_byoyomi{1000};

/// Well-behaved engines end at their limit, or soon after.
constexpr std::uint64_t tolerance = 2;

/// The process ended at a search, and again after a new start.
class EndedAtSearch : public UselessAnswer {
 public:
  using UselessAnswer::UselessAnswer;
};

/// `searchmoves` comes last: engines take all words after it for moves.
std::string go_command(const Limits& limits, Variant v) {
  std::string go = "go";
  if (limits.depth > 0) go += " depth " + std::to_string(limits.depth);
  if (limits.nodes > 0) go += " nodes " + std::to_string(limits.nodes);
  if (limits.time.count() > 0) go += " movetime " + std::to_string(limits.time.count());
  if (limits.unbounded()) go += " infinite";
  if (limits.root_moves.empty()) return go;
  go += " searchmoves";
  for (const Move m : limits.root_moves) {
    go += ' ';
    append_usi_move(go, m, v);
  }
  return go;
}

std::string go_command(const UsiClocks& clocks) {
  std::string go = "go btime " + std::to_string(clocks.black.count()) + " wtime " +
                   std::to_string(clocks.white.count());
  if (clocks.increment.count() > 0) {
    const std::string increment = std::to_string(clocks.increment.count());
    return go + " binc " + increment + " winc " + increment;
  }
  return go + " byoyomi " + std::to_string(clocks.byoyomi.count());
}

/// What there is to say about a position without a legal move; no value when there is one.
std::optional<Analysis> finished(const GamePosition& position) {
  return with_variant(position.start.variant, [&]<class V>(V) -> std::optional<Analysis> {
    const Position<V> now = replayed<V>(position).position();
    if (now.has_legal_move()) return std::nullopt;
    Analysis analysis;
    analysis.score.mate = now.in_check() || V::info.stalemate_loses;
    return analysis;
  });
}

bool declared_win_is_there(const GamePosition& position) {
  return with_variant(position.start.variant, [&]<class V>(V) {
    return may_declare_win(replayed<V>(position).position());
  });
}

}  // namespace

struct UsiEngine::State {
  UsiSettings settings;
  std::string name;
  std::vector<std::string> options;
  std::unique_ptr<UsiTalk> talk;
  UsiAnswer last_answer = UsiAnswer::move;
  std::vector<std::string> notes;
  /// A new start did not help against a useless answer: until the next game none is tried.
  bool restart_is_vain = false;
  int failed_in_a_row = 0;
  /// It has answered a search with limits; it was asked with a byo-yomi, as it knows nothing else.
  bool knows_limits = false;
  bool knows_clocks_alone = false;

  void start() {
    talk = std::make_unique<UsiTalk>(settings);
    name = talk->name();
    options.clear();
    for (const UsiOption& option : talk->options()) options.push_back(option.name);
  }

  /// Does `work` with the engine, once more with a new one when it fails.
  template <class Work>
  auto attempt(const std::stop_token& stop, Work work) {
    for (bool again = false;; again = true) {
      const bool last_try = again || stop.stop_requested();
      std::string trouble;
      try {
        if (!talk) start();
        return work(*talk);
      } catch (const IllegalMove& failure) {
        trouble = useless<IllegalMove>(failure, last_try);
      } catch (const UselessAnswer& failure) {
        trouble = useless<UselessAnswer>(failure, last_try);
      } catch (const EngineFailure& failure) {
        trouble = failed<UselessAnswer>(failure, last_try);
      } catch (const ProcessFailure& failure) {
        trouble = failed<EndedAtSearch>(failure, last_try);
      }
      note(trouble + "; it is started again");
    }
  }

  /// Ends the engine and says what was wrong with it.
  std::string fail(const std::exception& failure) {
    talk.reset();
    return about(failure.what());
  }

  /// The same; at the last try it throws. `Failure` where the next position may do better.
  template <class Failure>
  std::string failed(const std::exception& failure, bool last_try) {
    const bool had_started = talk != nullptr;
    std::string trouble = fail(failure);
    if (!last_try) return trouble;
    if (!had_started || ++failed_in_a_row >= most_failed_in_a_row) throw EngineFailure(trouble);
    throw Failure(trouble);
  }

  /// The same at the first useless answer, in hope of a better one. Later ones are thrown: the
  /// engine works, and goes on with the next position.
  template <class Failure>
  std::string useless(const Failure& failure, bool last_try) {
    if (!last_try && !restart_is_vain) return fail(failure);
    restart_is_vain = true;
    failed_in_a_row = 0;
    throw Failure(about(failure.what()));
  }

  std::string about(const std::string& what) const {
    return "engine " + (name.empty() ? settings.command.front() : name) + ": " + what;
  }

  Analysis search(const GamePosition& position, const Limits& limits, const std::stop_token& stop,
                  const Progress& progress) {
    Analysis analysis = bounded_search(position, limits, stop, progress);
    if (limits.root_moves.empty() || analysis.lines.empty()) return analysis;
    std::erase_if(analysis.lines, [&](const ScoredLine& line) {
      return std::ranges::count(limits.root_moves, line.pv.front()) == 0;
    });
    if (!analysis.lines.empty()) analysis.score = analysis.lines.front().score;
    return analysis;
  }

  Analysis bounded_search(const GamePosition& position, const Limits& limits,
                          const std::stop_token& stop, const Progress& progress) {
    const auto ask = [&](const std::string& go, const Limits& bounds, milliseconds lateness) {
      const auto patience = [&] { return patience_for(bounds, lateness); };
      return search(position, go, bounds.multipv, patience, stop, progress);
    };
    const auto ask_with_limits = [&] {
      return ask(go_command(limits, position.start.variant), limits, own_time);
    };
    // Its clock is all that it is held to.
    const auto ask_with_clock = [&] {
      const milliseconds time = limits.time.count() > 0 ? limits.time : byoyomi();
      return ask(go_command({.byoyomi = time}), {.time = time, .multipv = limits.multipv},
                 own_time_with_clock);
    };
    if (limits.unbounded()) return ask_with_limits();
    if (knows_clocks_alone) return ask_with_clock();
    const std::size_t notes_before = notes.size();
    try {
      Analysis analysis = ask_with_limits();
      knows_limits |= !analysis.lines.empty();
      return analysis;
    } catch (const EndedAtSearch&) {
      if (knows_limits || stop.stop_requested()) throw;
    }
    Analysis analysis = ask_with_clock();
    knows_clocks_alone = true;
    // That it ended is what it was found out by.
    notes.resize(notes_before);
    note(about(
        fmt::format("knows no limits but clocks; it gets byo-yomi, {} ms where no time is given",
                    byoyomi().count())));
    return analysis;
  }

  milliseconds byoyomi() const {
    return settings.byoyomi.count() > 0 ? settings.byoyomi : default_byoyomi;
  }

  void note(const std::string& sentence) {
    if (std::ranges::count(notes, sentence) == 0) notes.push_back(sentence);
  }

  /// `lateness`: the time between the end of its limit and the command `stop`.
  UsiPatience patience_for(const Limits& limits, milliseconds lateness) const {
    const Clock::time_point now = Clock::now();
    UsiPatience patience;
    patience.nodes = tolerance * limits.nodes;
    patience.depth = limits.depth;
    if (limits.time.count() > 0) {
      patience.stop_at = now + limits.time + lateness;
      patience.fail_at = now + limits.time + settings.patience;
    } else if (!limits.unbounded() && settings.longest_search.count() > 0) {
      patience.stop_at = now + settings.longest_search;
    }
    return patience;
  }

  Analysis search(const GamePosition& position, const std::string& go, int multipv,
                  const std::function<UsiPatience()>& patience, const std::stop_token& stop,
                  const Progress& progress) {
    last_answer = UsiAnswer::move;
    if (std::optional<Analysis> over = finished(position)) return *over;
    const UsiOutcome outcome = attempt(stop, [&](UsiTalk& engine) {
      return engine.search(position, go, multipv, patience(), stop, progress);
    });
    failed_in_a_row = 0;
    last_answer = outcome.answer;
    return outcome.analysis;
  }
};

UsiEngine::UsiEngine(UsiSettings settings) : state_(std::make_unique<State>()) {
  assert(!settings.command.empty());
  state_->settings = std::move(settings);
  state_->knows_clocks_alone = state_->settings.byoyomi.count() > 0;
  try {
    state_->start();
  } catch (const std::runtime_error& failure) {
    throw EngineFailure(state_->fail(failure));
  }
}

UsiEngine::~UsiEngine() = default;

std::string UsiEngine::name() const { return state_->name; }

std::string UsiEngine::identity() const {
  std::string text = state_->name;
  for (const auto& [option, value] : state_->settings.options) text += "; " + option + '=' + value;
  if (const milliseconds byoyomi = state_->settings.byoyomi; byoyomi.count() > 0)
    text += fmt::format("; byoyomi {}", byoyomi.count());
  return text;
}

std::vector<std::string> UsiEngine::option_names() const { return state_->options; }

std::vector<std::string> UsiEngine::take_notes() { return std::exchange(state_->notes, {}); }

UsiAnswer UsiEngine::last_answer() const { return state_->last_answer; }

void UsiEngine::new_game() {
  state_->restart_is_vain = false;
  state_->attempt({}, [](UsiTalk& engine) { engine.new_game(); });
}

Analysis UsiEngine::analyze(const GamePosition& position, const Limits& limits,
                            std::stop_token stop, const Progress& progress) {
  Analysis analysis = state_->search(position, limits, stop, progress);
  if (analysis.scored || state_->last_answer == UsiAnswer::move) return analysis;
  if (state_->last_answer == UsiAnswer::resigns)
    throw UselessAnswer(state_->about("gives up without naming a move or a score"));
  if (!declared_win_is_there(position))
    throw UselessAnswer(state_->about("claims a win that the rules do not confirm"));
  analysis.scored = true;
  analysis.score = {perpetual_score, false};
  return analysis;
}

Analysis UsiEngine::play(const GamePosition& position, const Limits& limits, std::stop_token stop) {
  return state_->search(position, limits, stop, {});
}

Analysis UsiEngine::play(const GamePosition& position, const UsiClocks& clocks,
                         std::stop_token stop) {
  const milliseconds left = std::max(clocks.black, clocks.white) + clocks.byoyomi;
  const auto patience = [&] {
    return UsiPatience{Clock::time_point::max(), Clock::now() + left + state_->settings.patience};
  };
  return state_->search(position, go_command(clocks), 1, patience, stop, {});
}

}  // namespace yari
