#include "cli/run.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/saved.h"
#include "cli/stop.h"
#include "cli/text.h"

namespace yari::cli {

namespace {

int code(Exit exit) { return static_cast<int>(exit); }

/// What every command takes, beside its own options.
struct CommonOptions {
  bool json = false;
  bool no_color = false;
  bool no_pager = false;
  bool help = false;

  void declare(OptionSet& options) {
    options.group("Everywhere");
    options.flag("json", json, "print one JSON object a line (fields: docs/json.md)");
    options.flag("no-color", no_color, "no colours, as with NO_COLOR in the environment");
    options.flag("no-pager", no_pager, "print long results to the terminal, not to a pager");
    options.flag("help,h", help, "show this text");
  }
};

int usage_error(std::string_view where, std::string_view what) {
  Terminal terminal(false, true);
  terminal.message(what);
  terminal.message(fmt::format("try 'yari {}--help'", where));
  return code(Exit::failed);
}

/// Before the options are known, `--help` and `--json` cannot be told from values of others: what
/// was typed wrong is therefore reported plainly.
int run_command(const Command& command, const std::vector<std::string>& words) {
  const std::unique_ptr<Task> task = command.make();
  OptionSet options;
  CommonOptions common;
  task->declare(options);
  common.declare(options);
  try {
    if (asks_for_help(words)) {
      Terminal terminal(false, true);
      terminal.write(command_help(command, options));
      terminal.flush();
      return code(Exit::done);
    }
    const bool chooses_games = std::ranges::count(options.names(), "saved") > 0;
    options.parse(chooses_games ? with_saved_conditions(words, options.names()) : words);
    Terminal terminal(common.json, !common.no_color, !common.no_pager);
    const Exit exit = task->run(terminal);
    terminal.flush();
    return code(exit);
  } catch (const UsageError& e) {
    return usage_error(fmt::format("{} ", command.name), e.what());
  }
}

int run_words(const std::vector<std::string>& words) {
  if (words.empty()) return usage_error("", "expected a command");
  const std::string& first = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (const Command* command = command_named(first)) return run_command(*command, rest);
  Terminal terminal(false, true);
  if (first == "--version") {
    terminal.write(version_text());
  } else if (first == "--help" || first == "-h" || first == "help") {
    if (first == "help" && !rest.empty()) return run_words({rest.front(), "--help"});
    terminal.write(overview());
  } else {
    return usage_error("", unknown_command(first));
  }
  terminal.flush();
  return code(Exit::done);
}

int run_to_code(const std::vector<std::string>& words) {
  try {
    return run_words(words);
  } catch (const PipeClosed&) {
    return code(Exit::done);
  } catch (const NotFound& e) {
    Terminal(false, true).message(e.what());
    return code(Exit::nothing);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    Terminal(false, true).message(e.what());
    return code(Exit::failed);
  }
}

}  // namespace

int run(const std::vector<std::string>& words) {
  // A closed pipe is then an error of write(2), and the work ends in order.
  std::signal(SIGPIPE, SIG_IGN);
  const int result = run_to_code(words);
  // As a shell gives it for a program that the signal ended: 130 after Ctrl-C.
  return stop_signal() != 0 ? 128 + stop_signal() : result;
}

}  // namespace yari::cli
