/// \file
/// What a command is, and the table of all of them.
///
/// A new command is a new file and a new row in commands.cpp; the listing, `--help` and "did you
/// mean" come from the table.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "cli/terminal/terminal.h"

namespace yari::cli {

/// What the program tells its caller. Scripts rely on the numbers: never change.
enum class Exit : int {
  done = 0,
  nothing = 1,  ///< nothing found, or some input was refused (the rest was done)
  failed = 2,   ///< usage or environment error
};

/// One call of a command: its members hold what was typed, `run` finds out what that means.
class Task {
 public:
  virtual ~Task() = default;
  /// Declares the options and arguments, bound to the task's members.
  virtual void declare(OptionSet& options) = 0;
  /// Does the work. Throws UsageError for what was typed wrong, Failure or another
  /// std::exception for what the machine refuses; `run` in run.cpp catches them all.
  virtual Exit run(Terminal& terminal) = 0;
};

/// One row of the table.
struct Command {
  /// One word, or two where the first names a family: "db verify".
  std::string_view name;
  /// The arguments after the options, as the usage line shows them: "PATH...".
  std::string_view arguments;
  /// One line, without a full stop.
  std::string_view summary;
  /// Further paragraphs and examples for `yari COMMAND --help`.
  std::string_view details;
  std::unique_ptr<Task> (*make)();
};

template <class T>
std::unique_ptr<Task> make_task() {
  return std::make_unique<T>();
}

/// Commands that are listed together.
struct CommandGroup {
  std::string_view caption;
  std::span<const Command* const> commands;
};

/// The table, in the order of the listing.
std::span<const CommandGroup> command_groups();
/// Every command that is listed.
std::vector<const Command*> commands();
/// Null when there is none of that name; commands that are not listed are found, too.
const Command* command_named(std::string_view name);
/// "db verify", "db compact" ... of "db"; empty when no command has two words with this first.
std::vector<const Command*> family_of(std::string_view first_word);

}  // namespace yari::cli
