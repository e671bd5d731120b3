// `yari completion`: the script that a shell needs.
#include "cli/options/command.h"
#include "cli/program/completion.h"

namespace yari::cli {

namespace {

struct CompletionTask final : Task {
  std::vector<std::string> shells;

  void declare(OptionSet& options) override {
    options.arguments(shells, "bash, zsh or fish", 1, 1).suggest({"bash", "zsh", "fish"});
  }

  Exit run(Terminal& terminal) override {
    const std::string_view script = completion_script(shells.front());
    if (script.empty())
      throw UsageError(fmt::format("expected bash, zsh or fish, found '{}'", shells.front()));
    terminal.write(script);
    return Exit::done;
  }
};

}  // namespace

extern const Command completion_command{
    "completion", "SHELL", "print what bash, zsh or fish needs to complete command lines",
    R"TEXT(Commands, options, formats, saved queries and the names of the database are completed. The packages
install these scripts. Without a package, add one of these lines to the file that the shell reads
when it starts.

  eval "$(yari completion bash)"        # ~/.bashrc
  source <(yari completion zsh)         # ~/.zshrc, after compinit
  yari completion fish | source         # ~/.config/fish/config.fish)TEXT",
    make_task<CompletionTask>};

}  // namespace yari::cli
