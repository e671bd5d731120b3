/// \file
/// Annotations on their way into the database.
#pragma once

#include "analysis/annotate.h"
#include "db/judgements.h"

namespace yari::cli {

/// What searches and profiles need of an annotation that was made under `limits`.
StoredAnnotation stored_form(const Annotation& annotation, const Limits& limits,
                             const AnnotateOptions& options);

/// The coefficient with which the game was judged, as AnnotateOptions has it; 0 where the game is
/// not annotated.
double judged_coefficient(const std::optional<StoredAnnotation>& annotation, Variant v);

/// Stores the annotated record and what was found, in one transaction.
void keep_annotation(Database& database, GameId game, const Annotation& annotation,
                     const Limits& limits, const AnnotateOptions& options);

}  // namespace yari::cli
