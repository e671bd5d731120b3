// `yari query`: conditions under a name.
#include <algorithm>

#include "cli/options/command.h"
#include "cli/options/database_option.h"
#include "cli/output/data_table.h"
#include "cli/search/saved.h"
#include "cli/terminal/text.h"
#include "db/saved_queries.h"

namespace yari::cli {

namespace {

/// The words as they would be typed, each after a blank.
std::string line_of(const std::vector<std::string>& kept) {
  std::string line;
  for (const std::string& word : kept) line += ' ' + shell_word(word);
  return line;
}

void keep(Database& games, const std::string& name, const std::vector<std::string>& conditions,
          Terminal& terminal) {
  const std::optional<std::string> before = saved_query(games, name);
  save_query(games, name, conditions_text(conditions));
  const auto kept = before ? conditions_words(*before) : std::nullopt;
  if (kept && *kept != conditions)
    terminal.message(fmt::format("replaced:{}", printable(line_of(*kept))));
}

Exit list_all(const DatabaseOption& database, Terminal& terminal) {
  Database games = database.open(OpenMode::read_only);
  const auto all = saved_queries(games);
  for (const auto& [name, text] : all) {
    const auto kept = conditions_words(text).value_or(std::vector<std::string>());
    if (terminal.wants_json())
      terminal.object({{"name", name}, {"words", kept}});
    else
      terminal.print("{:<15}{}\n", printable(name), printable(line_of(kept)));
  }
  if (all.empty())
    terminal.hint("no query is saved: 'yari query save long --plies 100..' saves one");
  return all.empty() ? Exit::nothing : Exit::done;
}

Exit forget(Terminal& terminal, const DatabaseOption& database,
            const std::vector<std::string>& names) {
  Database games = database.open(OpenMode::read_write);
  bool all = true;
  for (const std::string& name : names) {
    if (forget_query(games, name)) continue;
    all = false;
    terminal.message(fmt::format("no saved query is called '{}'", name));
  }
  return all ? Exit::done : Exit::nothing;
}

/// The name, then conditions as options; also after "--", where they are arguments.
struct QuerySave final : Task {
  DatabaseOption database;
  SavedConditions conditions;
  std::vector<std::string> words;
  const OptionSet* typed = nullptr;

  void declare(OptionSet& options) override {
    typed = &options;
    database.declare(options);
    conditions.declare(options);
    options.arguments(words, "a name", 1).is(ValueKind::saved_query);
  }

  Exit run(Terminal& terminal) override {
    const std::vector<std::string> all = typed_conditions();
    if (words.front().empty()) throw UsageError("expected a name");
    if (all.empty()) throw UsageError("expected conditions: yari query save NAME --player habu");
    check_conditions(all);
    Database games = database.open(OpenMode::read_write);
    keep(games, words.front(), all, terminal);
    return Exit::done;
  }

  /// Without what the configuration adds.
  std::vector<std::string> typed_conditions() const {
    SavedConditions known;
    OptionSet options;
    known.declare(options);
    std::vector<TypedOption> own;
    for (const TypedOption& option : typed->applied())
      if (option.place.empty() && options.find(option.name) != nullptr) own.push_back(option);
    std::vector<std::string> all = words_of(own);
    all.insert(all.end(), words.begin() + 1, words.end());
    return all;
  }
};

struct QueryList final : Task {
  DatabaseOption database;
  TableForm form;

  void declare(OptionSet& options) override {
    form.declare(options);
    database.declare(options);
  }
  Exit run(Terminal& terminal) override {
    form.begin(terminal);
    return list_all(database, terminal);
  }
};

struct QueryDelete final : Task {
  DatabaseOption database;
  std::vector<std::string> names;

  void declare(OptionSet& options) override {
    database.declare(options);
    options.arguments(names, "the name of a saved query", 1).is(ValueKind::saved_query);
  }
  Exit run(Terminal& terminal) override { return forget(terminal, database, names); }
};

}  // namespace

extern const Command query_save_command{
    "query save", "NAME", "keep conditions in the database under a name",
    R"(Conditions are the options of 'yari list' that choose games, and what 'yari find' asks for:
--query, --pattern, --material, --judgement and others. --saved NAME stands for them in every
command that has these options. Options that are typed beside --saved win over those of the saved
query.

  yari query save habu90 --player habu --date 1990..1999
  yari list --saved habu90 --result 1-0)",
    make_task<QuerySave>};

extern const Command query_list_command{"query list", "", "list the saved queries",
                                        R"(Exit code 1 if there are none.)", make_task<QueryList>};

extern const Command query_delete_command{"query delete", "NAME...", "delete saved queries",
                                          R"(Exit code 1 if there is none of that name.

  yari query delete habu90)",
                                          make_task<QueryDelete>};

}  // namespace yari::cli
