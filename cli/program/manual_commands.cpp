// `yari debug man`, `debug options`, `debug conditions` and `debug findings`: what the build and
// docs/ take from the rows.
#include <filesystem>
#include <fstream>

#include "cli/options/command.h"
#include "cli/program/man_page.h"
#include "cli/program/option_table.h"

namespace yari::cli {

namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw system_failure("cannot write " + path.string());
}

struct Man final : Task {
  std::vector<std::string> folders;

  void declare(OptionSet& options) override {
    options.arguments(folders, "a folder", 1, 1).is(ValueKind::folder);
  }
  Exit run(Terminal&) override {
    const std::filesystem::path folder = folders.front();
    std::filesystem::create_directories(folder);
    write_file(folder / "yari.1", program_page());
    for (const Command* command : commands())
      write_file(folder / (page_name(*command) + ".1"), man_page(*command));
    return Exit::done;
  }
};

struct Options final : Task {
  void declare(OptionSet&) override {}
  Exit run(Terminal& terminal) override {
    terminal.write(option_table());
    return Exit::done;
  }
};

struct Conditions final : Task {
  void declare(OptionSet&) override {}
  Exit run(Terminal& terminal) override {
    terminal.write(condition_table());
    return Exit::done;
  }
};

struct Findings final : Task {
  void declare(OptionSet&) override {}
  Exit run(Terminal& terminal) override {
    terminal.write(finding_table());
    return Exit::done;
  }
};

}  // namespace

extern const Command man_command{"debug man", "FOLDER", "write the manual pages into a folder", "",
                                 make_task<Man>};

extern const Command options_command{"debug options", "",
                                     "print the table of options in docs/command-line.md", "",
                                     make_task<Options>};

extern const Command conditions_command{"debug conditions", "",
                                        "print the table of conditions in docs/conditions.md", "",
                                        make_task<Conditions>};

extern const Command findings_command{"debug findings", "",
                                      "print the table of findings in docs/findings.md", "",
                                      make_task<Findings>};

}  // namespace yari::cli
