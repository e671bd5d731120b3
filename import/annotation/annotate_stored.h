/// \file
/// The games of a database on their way through an engine, one at a time.
#pragma once

#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/annotate/annotate.h"
#include "db/change/annotations.h"
#include "db/database.h"
#include "import/annotation/stored_annotation.h"

namespace yari {

/// Nodes a position where nobody said how much: for one game, and for each of several.
inline constexpr std::uint64_t nodes_for_one = 200'000;
inline constexpr std::uint64_t nodes_for_many = 50'000;

inline Limits default_effort(bool one_game) {
  return {.nodes = one_game ? nodes_for_one : nodes_for_many};
}

/// A game that is to be annotated, or has been.
struct AnnotatedGame {
  GameId id = 0;
  /// Without what an engine wrote into it; no value where there is no such game, or it is skipped.
  std::optional<Game> own = {};
  Annotation annotation = {};
  /// What there was before.
  Earlier earlier = Earlier::none;
  /// Its annotation is as good already (Earlier::kept): it is left as it is.
  bool skipped = false;
  /// Stored evaluations that were damaged, a sentence each.
  std::vector<std::string> damage = {};
};

/// Annotates games of a database for several threads.
///
/// What is stored about a game depends on that game and on which of its positions other games
/// share, and on nothing else: an interrupted run that is started again leaves the same database.
class StoredAnnotator {
 public:
  /// `mutex` guards every use of the database, here and elsewhere; `identity` is that of the
  /// engines. With `force` no game is skipped.
  StoredAnnotator(Database& database, std::mutex& mutex, const AnnotationRequest& request,
                  std::string identity, bool force)
      : database_(database),
        mutex_(mutex),
        request_(request),
        identity_(std::move(identity)),
        force_(force) {}

  /// The game as the engine is to see it. Throws DamagedGame.
  AnnotatedGame load(GameId id);
  /// Does nothing for a game that has no `own`. Throws EngineFailure.
  void judge(AnnotatedGame& game, Engine& engine, const std::stop_token& stop,
             const AnnotateProgress& progress = {});

 private:
  Database& database_;
  std::mutex& mutex_;
  AnnotationRequest request_;
  std::string identity_;
  bool force_;
};

}  // namespace yari
