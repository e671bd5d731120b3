#include "cli/run.h"

#include <algorithm>
#include <exception>
#include <new>

#include "cli/options/command.h"
#include "cli/options/common_options.h"
#include "cli/options/database_option.h"
#include "cli/options/position_options.h"
#include "cli/program/completion.h"
#include "cli/program/config_file.h"
#include "cli/program/help.h"
#include "cli/search/saved.h"
#include "cli/terminal/no_memory.h"
#include "cli/terminal/stop.h"
#include "db/unfinished_files.h"
#include "platform/signals.h"

namespace yari::cli {

namespace {

using Words = std::vector<std::string>;

int code(Exit exit) { return static_cast<int>(exit); }

int print(const std::string& text) {
  Terminal terminal;
  terminal.write(text);
  terminal.flush();
  return code(Exit::done);
}

int usage_error(std::string_view where, std::string_view what) {
  Terminal terminal;
  terminal.message(what);
  terminal.message(fmt::format("try 'yari {}--help'", where));
  return code(Exit::failed);
}

/// One command with its options, from the words to the exit code.
class Call {
 public:
  explicit Call(const Command& command) : command_(command), task_(command.make()) {
    task_->declare(options_);
    common_.declare(options_);
  }

  int run(const Words& words) try {
    TypedWords typed = cut(words);
    if (const TypedOption* help = typed.last("help"))
      return print(command_help(command_, options_, !help->by_letter, Terminal().width()));
    if (typed.last("version")) return print(version_text());
    add_configured(typed, options_, command_.name);
    add_saved(typed, options_);
    options_.apply(typed);
    Terminal terminal(common_.terminal);
    const Exit exit = task_->run(terminal);
    terminal.flush();
    return code(exit);
  } catch (const UsageError& e) {
    return usage_error(fmt::format("{} ", command_.name), e.what());
  }

 private:
  TypedWords cut(const Words& words) const try {
    return options_.cut(words);
  } catch (const UsageError&) {
    // Somebody who looks for help may have typed anything before.
    if (!asks_for_help(words)) throw;
    return {.options = {{.name = "help"}}};
  }

  const Command& command_;
  std::unique_ptr<Task> task_;
  CommonOptions common_;
  OptionSet options_;
};

/// The words with the command first: options that every command has, --db and --variant may stand
/// before it.
Words with_command_first(Words words) {
  if (words.empty() || !words[0].starts_with('-')) return words;
  OptionSet global;
  CommonOptions common;
  DatabaseOption database;
  VariantOption variant;
  common.declare(global);
  database.declare(global);
  variant.declare(global);
  std::size_t command = 0;
  while (command < words.size() && words[command].starts_with('-')) {
    const std::string& word = words[command++];
    const OptionRow* const row = word.starts_with("--")
                                     ? global.find(std::string_view(word).substr(2))
                                 : word.size() == 2 ? global.find_letter(word[1])
                                                    : nullptr;
    if (row != nullptr && !row->is_flag()) ++command;
  }
  if (command >= words.size()) return words;
  // A command may have two words.
  const bool has_second =
      command + 1 < words.size() &&
      (command_named(words[command]) == nullptr ||
       command_named(fmt::format("{} {}", words[command], words[command + 1])) != nullptr);
  const std::size_t end = command + (has_second ? 2 : 1);
  std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(command),
              words.begin() + static_cast<std::ptrdiff_t>(end));
  return words;
}

/// `words` after the name of the command, which may be two words.
int run_command(const Words& words) {
  const std::string& first = words.front();
  const auto rest = [&](std::ptrdiff_t n) { return Words(words.begin() + n, words.end()); };
  // "drill add" is no "drill" with an argument.
  if (words.size() > 1)
    if (const Command* command = command_named(fmt::format("{} {}", first, words[1])))
      return Call(*command).run(rest(2));
  if (const Command* command = command_named(first)) return Call(*command).run(rest(1));
  if (first.starts_with('-'))
    return usage_error("", fmt::format("expected a command before the option '{}'", first));
  if (family_of(first).empty()) return usage_error("", unknown_command(first));
  if (words.size() == 1)
    return usage_error(first + ' ', "expected a command after '" + first + "'");
  if (words[1] == "--help" || words[1] == "-h")
    return print(family_help(first, Terminal().width()));
  return usage_error(first + ' ', unknown_command(fmt::format("{} {}", first, words[1])));
}

int run_words(const Words& words) {
  if (words.empty()) return usage_error("", "expected a command");
  const std::string& first = words.front();
  if (first == "__complete") return print(completion_lines({words.begin() + 1, words.end()}));
  if (first == "__complete-bash" && words.size() == 3)
    return print(bash_completion_lines(words[1], words[2]));
  if (first == "--version" || first == "-V") return print(version_text());
  const bool asked = first == "help";
  if (first == "--help" || first == "-h" || (asked && words.size() == 1))
    return print(overview(Terminal().width()));
  if (!asked) return run_command(with_command_first(words));
  Words topic(words.begin() + 1, words.end());
  topic.emplace_back("--help");
  return run_command(topic);
}

int run_to_code(const Words& words) {
  try {
    return run_words(words);
  } catch (const PipeClosed&) {
    return code(Exit::done);
  } catch (const NotFound& e) {
    Terminal().message(e.what());
    return code(Exit::nothing);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    Terminal().message(e.what());
    return code(Exit::failed);
  }
}

int run_within_memory(const Words& words) {
  try {
    return run_to_code(words);
  } catch (const std::bad_alloc&) {
    say_no_memory();
    return code(Exit::failed);
  }
}

}  // namespace

int run(const Words& words) {
  // So that the work ends in order.
  platform::prefer_errors_to_signals();
  platform::before_end(remove_unfinished_files);
  prepare_for_no_memory();
  const int result = run_within_memory(words);
  // As a shell gives it for a program that the signal ended: 130 after Ctrl-C.
  return stop_signal() != 0 ? 128 + stop_signal() : result;
}

}  // namespace yari::cli
