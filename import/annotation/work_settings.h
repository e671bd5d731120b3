/// \file
/// How a queued game is to be annotated, or a position evaluated, as text in the queue.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/store/game_header.h"
#include "import/annotation/stored_annotation.h"

namespace yari {

/// What a worker needs to know about a game besides the engine.
struct WorkSettings {
  AnnotationRequest request;
  /// Annotate again also what is annotated in the same way already.
  bool force = false;
};

/// "nodes 50000; losses 5 10 15; ...": equal settings give equal text. On disk: never change.
/// Requires: request.judging.in_book is empty.
std::string write_work_settings(const WorkSettings& settings);
/// No value for a text that this version cannot have written.
std::optional<WorkSettings> read_work_settings(std::string_view text);

/// What a worker needs to know about a position besides the engine.
struct PositionSettings {
  Limits limits;
  RuleSet rules = RuleSet::standard;
};

/// "nodes 50000 multipv 4; rules standard": as write_work_settings and read_work_settings.
std::string write_position_settings(const PositionSettings& settings);
std::optional<PositionSettings> read_position_settings(std::string_view text);

/// Whether the game is to be annotated: it has no annotation yet that is as good as what an engine
/// of this identity will make.
bool needs_annotation(Database& database, const GameHeader& game, std::string_view identity,
                      const WorkSettings& settings);

}  // namespace yari
