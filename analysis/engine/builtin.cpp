// The built-in engine: replays the position and searches it.
#include "analysis/engine/builtin.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "analysis/engine/search.h"
#include "analysis/engine/signature.h"
#include "platform/processors.h"

namespace yari {
namespace {

// The searchers of one variant; the first is the one that answers.
template <class V>
using Searchers = std::vector<std::unique_ptr<SearchWorker<V>>>;

/// Starts `work(1)` to `work(count)` on threads of their own, or as many as the machine gives.
template <class Work>
std::vector<std::jthread> start_threads(std::size_t count, const Work& work) {
  std::vector<std::jthread> threads;
  threads.reserve(count);
  try {
    for (std::size_t i = 1; i <= count; ++i) threads.emplace_back([&work, i] { work(i); });
  } catch (const std::system_error&) {
    // Those that have started are enough.
  }
  return threads;
}

// All threads search the same position and help one another through the hash table alone. Source:
// Chess Programming Wiki, "Lazy SMP". `threads` is how many are wanted, and then how many there
// were. Requires: 1 <= threads <= searchers.size().
template <class V>
Analysis search(Searchers<V>& searchers, const GamePosition& position, SearchControl& control,
                const Progress& progress, std::size_t& threads) {
  Line<V> line(*Position<V>::from(position.start), position.rules);
  SearchPath path;
  path.start(V::info, position.rules);
  path.push(line.position());
  for (Move m : position.moves) {
    line.play(m);
    path.push(line.position());
  }
  path.mark_root();
  const auto help = [&](std::size_t i) {
    searchers[i]->run(line, path, control, {}, static_cast<int>(i));
  };
  std::vector<std::jthread> helpers = start_threads(threads - 1, help);
  threads = helpers.size() + 1;
  Analysis analysis = searchers.front()->run(line, path, control, progress, 0);
  control.stopped.store(true, std::memory_order_relaxed);
  helpers.clear();
  analysis.nodes = 0;
  for (std::size_t i = 0; i < threads; ++i) analysis.nodes += searchers[i]->nodes();
  return analysis;
}

}  // namespace

struct BuiltinEngine::State {
  explicit State(const BuiltinOptions& o) : options(o), hash(o.hash_mib) {}

  std::size_t threads_for(const Limits& limits) const {
    if (options.threads > 0) return static_cast<std::size_t>(options.threads);
    if (limits.nodes > 0 || limits.depth > 0) return 1;
    return static_cast<std::size_t>(platform::threads_for(0));
  }

  /// `count` of them or, where memory is short, fewer, but one; made when a position of the variant
  /// first wants them.
  template <class V>
  Searchers<V>& searchers_of(std::size_t count) {
    if (!std::holds_alternative<Searchers<V>>(searchers))
      searchers.template emplace<Searchers<V>>();
    Searchers<V>& known = std::get<Searchers<V>>(searchers);
    try {
      while (known.size() < count)
        known.push_back(std::make_unique<SearchWorker<V>>(
            hash, options.constants ? *options.constants : search_constants<V>));
    } catch (const std::bad_alloc&) {
      if (known.empty()) throw;
      // What the search does beside needs memory, too.
      known.resize((known.size() + 1) / 2);
    }
    return known;
  }

  template <class V>
  Analysis search_with_threads(const GamePosition& position, SearchControl& control,
                               const Progress& progress) {
    const std::size_t wanted = threads_for(control.limits);
    Searchers<V>& known = searchers_of<V>(wanted);
    std::size_t threads = std::min(wanted, known.size());
    Analysis analysis = search(known, position, control, progress, threads);
    if (threads < wanted && !std::exchange(noted, true))
      notes.push_back(
          fmt::format("the machine gives {} of {} threads for the search", threads, wanted));
    return analysis;
  }

  BuiltinOptions options;
  HashTable hash;
  bool noted = false;
  std::vector<std::string> notes;
  std::variant<std::monostate, Searchers<YariShogi>, Searchers<Shogi>> searchers;
};

BuiltinEngine::BuiltinEngine(const BuiltinOptions& options)
    : state_(std::make_unique<State>(options)) {}

BuiltinEngine::~BuiltinEngine() = default;

std::string BuiltinEngine::name() const { return "Yaribase 0.1"; }

std::string BuiltinEngine::identity() const {
  // Deep enough for every part of the search to be at work, and done in a twentieth of a second.
  constexpr int depth = 6;
  static const std::uint64_t signature = search_signature(depth);
  return name() + " (" + std::to_string(signature) + ")";
}

void BuiltinEngine::new_game() {
  state_->hash.clear();
  state_->searchers.emplace<std::monostate>();
}

void BuiltinEngine::new_position(const Limits& limits) {
  // The limit is one for each thread.
  state_->hash.clear(limits.nodes * state_->threads_for(limits));
  state_->searchers.emplace<std::monostate>();
}

std::vector<std::string> BuiltinEngine::take_notes() { return std::exchange(state_->notes, {}); }

Analysis BuiltinEngine::analyze(const GamePosition& position, const Limits& limits,
                                std::stop_token stop, const Progress& progress) {
  state_->hash.start_search();
  SearchControl control;
  control.limits = limits;
  control.nodes_a_millisecond = state_->options.nodes_a_millisecond;
  control.stop = std::move(stop);
  return with_variant(position.start.variant, [&]<class V>(V) {
    return state_->search_with_threads<V>(position, control, progress);
  });
}

}  // namespace yari
