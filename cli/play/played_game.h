/// \file
/// How `new` and `move` show the game that they have changed, and read a message.
#pragma once

#include <optional>
#include <string>

#include "answers/mail.h"
#include "cli/options/options.h"
#include "cli/output/drawing_options.h"
#include "cli/terminal/terminal.h"
#include "db/database.h"

namespace yari::cli {

/// `--draw`, `--flip` and `--mail`.
struct PlayedGameOutput {
  DrawingOptions drawing;
  bool mail = false;

  void declare(OptionSet& options);
  /// Prints the game's number and players, the moves that were added, and the position they lead
  /// to; or the message. `added`: the last of the position's moves.
  void print(Terminal& terminal, Database& games, GameId id, const GamePosition& position,
             std::size_t added) const;
};

/// The message in a file, or on standard input for "-". What its record made the reader guess is
/// printed. Throws Failure where it cannot be read.
Mail read_mail_file(Terminal& terminal, const std::string& file, std::optional<Variant> by_default);

}  // namespace yari::cli
