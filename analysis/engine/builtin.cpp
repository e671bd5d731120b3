// The built-in engine: replays the problem and searches it.
#include "analysis/engine/builtin.h"

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "analysis/engine/search.h"
#include "analysis/engine/signature.h"

namespace yari {
namespace {

// The searchers of one variant; the first is the one that answers.
template <class V>
using Searchers = std::vector<std::unique_ptr<SearchWorker<V>>>;

// All threads search the same problem and help one another through the hash table alone. Source:
// Chess Programming Wiki, "Lazy SMP".
template <class V>
Analysis search(Searchers<V>& searchers, const Problem& problem, SearchControl& control,
                const Progress& progress) {
  Line<V> line(*Position<V>::from(problem.start), problem.rules);
  SearchPath path;
  path.start(V::info, problem.rules);
  path.push(line.position());
  for (Move m : problem.moves) {
    line.play(m);
    path.push(line.position());
  }
  path.mark_root();
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < searchers.size(); ++i) {
    helpers.emplace_back(
        [&, i] { searchers[i]->run(line, path, control, {}, static_cast<int>(i)); });
  }
  Analysis analysis = searchers.front()->run(line, path, control, progress, 0);
  control.stopped.store(true, std::memory_order_relaxed);
  helpers.clear();
  analysis.nodes = 0;
  for (const auto& searcher : searchers) analysis.nodes += searcher->nodes();
  return analysis;
}

}  // namespace

struct BuiltinEngine::State {
  explicit State(const BuiltinOptions& o) : options(o), hash(o.hash_mib) {}

  /// Made when the first problem of a variant comes.
  template <class V>
  Searchers<V>& searchers_of() {
    if (!std::holds_alternative<Searchers<V>>(searchers)) {
      Searchers<V>& fresh = searchers.template emplace<Searchers<V>>();
      for (int i = 0; i < std::max(1, options.threads); ++i) {
        fresh.push_back(std::make_unique<SearchWorker<V>>(
            hash, options.constants ? *options.constants : search_constants<V>));
      }
    }
    return std::get<Searchers<V>>(searchers);
  }

  BuiltinOptions options;
  HashTable hash;
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

Analysis BuiltinEngine::analyze(const Problem& problem, const Limits& limits, std::stop_token stop,
                                const Progress& progress) {
  state_->hash.start_search();
  SearchControl control;
  control.limits = limits;
  control.stop = std::move(stop);
  return with_variant(problem.start.variant, [&]<class V>(V) {
    return search(state_->searchers_of<V>(), problem, control, progress);
  });
}

}  // namespace yari
