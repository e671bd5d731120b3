/// \file
/// Every move of games with its evaluation, as CSV or JSON.
#pragma once

#include <optional>
#include <string>

#include "cli/output/result_file.h"
#include "db/database.h"
#include "record/game.h"

namespace yari::cli {

/// Writes one row a move.
class PlyOutput {
 public:
  enum class Form { csv, json };

  PlyOutput(Terminal& terminal, const std::optional<std::string>& file, Form form);

  /// `coefficient` is that of AnnotateOptions.
  void write(GameId id, const Game& game, double coefficient);
  void finish() { file_.finish(); }

 private:
  Form form_;
  ResultFile file_;
};

}  // namespace yari::cli
