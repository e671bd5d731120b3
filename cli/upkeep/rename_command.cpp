// `yari rename`: other names for players, events and sites, one or a whole reviewed list.
#include <algorithm>

#include "answers/name_table.h"
#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/terminal/csv.h"
#include "cli/terminal/text.h"
#include "cli/terminal/text_file.h"
#include "cli/terminal/working.h"
#include "cli/upkeep/change_stop.h"
#include "db/change/renaming.h"

namespace yari::cli {

namespace {

/// A list of renamings, and where each stands.
struct RenamingList {
  std::vector<Renaming> list;
  std::vector<std::string> places;
};

RenamingList read_renamings(const std::string& file, NameKind fallback) {
  const CsvTable table(file, read_text_file(file));
  const std::size_t from = table.column("from"), to = table.column("to");
  const std::optional<std::size_t> kinds = table.find("kind");
  RenamingList all;
  for (const CsvRow& row : table.rows()) {
    Renaming renaming{fallback, table.field(row, from), table.field(row, to)};
    if (kinds) {
      const std::string& typed = table.field(row, *kinds);
      const std::optional<NameKind> kind = name_kind_named(typed);
      if (!kind)
        throw Failure(fmt::format("{}expected player, event or site, found '{}'",
                                  table.place(row.line), printable(typed)));
      renaming.kind = *kind;
    }
    // A row that was emptied, or whose names were made equal, is one that the reviewer dropped.
    if (renaming.to.empty() || renaming.from == renaming.to) continue;
    all.list.push_back(std::move(renaming));
    all.places.push_back(table.place(row.line));
  }
  return all;
}

struct RenameTask final : Task {
  DatabaseOption database;
  bool event = false, site = false;
  std::optional<std::string> file;
  std::vector<std::string> names;

  void declare(OptionSet& options) override {
    options.flag("event", event, "the names are events");
    options.flag("site", site, "the names are sites");
    options.text("from", file, "FILE",
                 "read the names from a CSV file with the columns from, to and kind; - is standard "
                 "input");
    database.declare(options);
    options.arguments(names, "a name and the one to replace it", 0, 2);
  }

  Exit run(Terminal& terminal) override {
    if (event && site) throw UsageError("--event and --site: give one of them");
    if (file ? !names.empty() : names.size() != 2)
      throw UsageError("expected a name and the one to replace it, or --from FILE");
    const NameKind kind = event ? NameKind::event : site ? NameKind::site : NameKind::player;
    RenamingList renamings =
        file ? read_renamings(*file, kind) : RenamingList{{{kind, names[0], names[1]}}, {""}};
    if (!file && names[0] == names[1]) renamings = {};
    const auto resolved = resolve(renamings.list);
    if (!resolved)
      throw UsageError(renamings.places[resolved.error().at] + resolved.error().message);
    ChangeStop stop(terminal);
    Database games = database.open(OpenMode::read_write);
    stop.watch(games);
    const Working working(terminal, "renaming");
    const RenameResult result = rename(games, *resolved);
    report_unknown(terminal, games, result.unknown, *resolved, renamings.places);
    return report(terminal, result);
  }

  /// `unknown`: in the order of `list`, whose places in the file are `places`.
  static void report_unknown(Terminal& terminal, Database& games,
                             const std::vector<Renaming>& unknown,
                             const std::vector<Renaming>& list,
                             const std::vector<std::string>& places) {
    const auto meant = meant_names(games, unknown);
    auto at = list.begin();
    for (std::size_t i = 0; i < unknown.size(); ++i, ++at) {
      const Renaming& r = unknown[i];
      at = std::find(at, list.end(), r);
      terminal.message(places[static_cast<std::size_t>(at - list.begin())] +
                       printable(unknown_name(r)));
      if (meant[i])
        terminal.message(fmt::format("did you mean: yari rename{} {} {}", option_of(r.kind),
                                     shell_word(*meant[i]), shell_word(r.to)));
    }
  }
  static const char* option_of(NameKind kind) {
    return kind == NameKind::event ? " --event" : kind == NameKind::site ? " --site" : "";
  }

  static Exit report(Terminal& terminal, const RenameResult& result) {
    for (const std::string& game : result.edit.damaged)
      terminal.message(game + "; it stays as it is");
    for (const std::string& sentence : result.edit.refused) terminal.message(sentence);
    if (terminal.wants_json())
      terminal.object({{"changed", result.edit.games},
                       {"damaged", result.edit.damaged.size()},
                       {"refused", result.edit.refused.size()},
                       {"unknown", result.unknown.size()}});
    else
      terminal.print("{} changed\n",
                     counted(static_cast<std::uint64_t>(result.edit.games), "game"));
    const bool all =
        result.edit.damaged.empty() && result.edit.refused.empty() && result.unknown.empty();
    return result.edit.games > 0 && all ? Exit::done : Exit::nothing;
  }
};

}  // namespace

extern const Command rename_command{
    "rename", "FROM TO", "give the games of a player, an event or a site to another name",
    R"(Spellings must match exactly. Ranks and titles that the new name lacks are kept in the tags
BlackTitle and WhiteTitle. --from FILE renames many names at once; it reads what
'yari players --suggest --csv' writes. 'yari undo' takes all of it back.

  yari rename "Habu Y." "Habu Yoshiharu")",
    make_task<RenameTask>};

}  // namespace yari::cli
