/// \file
/// Annotations on their way into the database.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "analysis/annotate/annotate.h"
#include "db/reports/judgements.h"

namespace yari {

/// How a game is to be judged, whatever the engine.
struct AnnotationRequest {
  Limits limits;
  AnnotateOptions judging;
  /// Other games that make a position one of the book; 0: there is no book.
  int book_games = 0;
};

/// How what is asked for compares with the annotation that a game has.
enum class Earlier : std::uint8_t {
  none,         ///< the game is not annotated
  kept,         ///< by the same engine, judged in the same way, with the same effort or more
  less_effort,  ///< as kept, but with less effort
  limits,       ///< under limits of another kind, such as a time instead of nodes
  judging,      ///< with other thresholds, another coefficient or another book
  engine,       ///< by another engine, another version of it, or with other options of it
};
inline constexpr int earlier_count = 6;

/// `identity` is Engine::identity(). Where several things differ, the last of them in Earlier.
Earlier compare(const std::optional<StoredAnnotation>& stored, std::string_view identity,
                const AnnotationRequest& request, Variant v);

/// What searches and profiles need of an annotation that was made as `request` says.
StoredAnnotation stored_form(const Annotation& annotation, const AnnotationRequest& request);

/// The game without what an engine wrote into it; no value when there is none of that number.
std::optional<Game> game_to_annotate(Database& database, GameId id);

}  // namespace yari
