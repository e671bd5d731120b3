// The built-in engine: replays the problem and searches it.
#include "analysis/builtin.h"

#include <algorithm>
#include <variant>

#include "analysis/search.h"

namespace yari {
namespace {

// The searcher of one variant; made when the first problem of that variant comes.
template <class V>
Analysis search(Searcher<V>& searcher, const Problem& problem, SearchControl& control,
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
  return searcher.run(line, path, control, progress, true);
}

}  // namespace

struct BuiltinEngine::State {
  explicit State(const BuiltinOptions& o) : options(o), hash(o.hash_mib) {}

  template <class V>
  Searcher<V>& searcher() {
    if (!std::holds_alternative<Searcher<V>>(threads)) threads.template emplace<Searcher<V>>(hash);
    return std::get<Searcher<V>>(threads);
  }

  BuiltinOptions options;
  HashTable hash;
  std::variant<std::monostate, Searcher<YariShogi>, Searcher<Shogi>> threads;
};

BuiltinEngine::BuiltinEngine(const BuiltinOptions& options)
    : state_(std::make_unique<State>(options)) {}

BuiltinEngine::~BuiltinEngine() = default;

std::string BuiltinEngine::name() const { return "Yaribase 0.1"; }

void BuiltinEngine::new_game() {
  state_->hash.clear();
  state_->threads.emplace<std::monostate>();
}

Analysis BuiltinEngine::analyze(const Problem& problem, const Limits& limits, std::stop_token stop,
                                const Progress& progress) {
  state_->hash.start_search();
  SearchControl control;
  control.limits = limits;
  control.stop = std::move(stop);
  return with_variant(problem.start.variant, [&]<class V>(V) {
    return search(state_->searcher<V>(), problem, control, progress);
  });
}

}  // namespace yari
