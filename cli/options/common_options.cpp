// The options of every command.
#include "cli/options/common_options.h"

namespace yari::cli {

namespace {

ColorWhen color_when(const std::string& typed) {
  if (typed == "always") return ColorWhen::always;
  return typed == "never" ? ColorWhen::never : ColorWhen::automatic;
}

void ignored(const std::string&) {}

}  // namespace

void CommonOptions::declare(OptionSet& options) {
  options.group("Everywhere");
  options.flag("json", terminal.json, "print one JSON object a line")
      .explained(
          "The fields are described in docs/json.md. Messages stay text, on standard error.");
  options
      .value("color", "WHEN", "when to use colours",
             [this](const std::string& typed) { terminal.color = color_when(typed); })
      .one_of({"auto", "always", "never"})
      .assumed("auto")
      .off_is("never")
      .explained(
          "auto: on a terminal, unless the environment has NO_COLOR or TERM is dumb. --no-color is "
          "--color never.");
  terminal.pager = true;
  options
      .toggle(
          "pager", [this](bool on) { terminal.pager = on; },
          "show long results in a pager on a terminal; --no-pager: directly")
      .assumed("yes")
      .explained("The pager is $YARI_PAGER, else $PAGER, else less. --no-pager prints directly.");
  options.flag("quiet,q", terminal.quiet, "no progress, advice or notes: results and errors alone");
  options.flag("verbose,v", terminal.verbose,
               "every finding and skipped file, not three of each kind");
  options.value("config", "FILE", "read this configuration file", ignored)
      .is(ValueKind::file)
      .assumed("~/.config/yari/config")
      .explained(
          "Otherwise $YARI_CONFIG names the file, else it is yari/config in $XDG_CONFIG_HOME or "
          "~/.config. --no-config reads none.");
  options.value("help,h", "", "-h: options in short; --help: all about them", ignored).typed_only();
  options.value("version,V", "", "print the version", ignored).typed_only();
}

}  // namespace yari::cli
