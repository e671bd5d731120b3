// `yari save`: conditions under a name.
#include <algorithm>
#include <cctype>

#include "cli/command.h"
#include "cli/saved.h"
#include "cli/text.h"
#include "db/saved_queries.h"

namespace yari::cli {

namespace {

/// The word as a shell would have to be given it.
std::string quoted(const std::string& word) {
  constexpr std::string_view plain = "-=./:@_,+";
  const bool bare = !word.empty() && std::ranges::all_of(word, [&](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 || plain.find(static_cast<char>(c)) != plain.npos;
  });
  if (bare) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// The words as they would be typed, each after a blank.
std::string line_of(const std::vector<std::string>& kept) {
  std::string line;
  for (const std::string& word : kept) line += ' ' + quoted(word);
  return line;
}

struct Save final : Task {
  DatabaseOption database;
  bool forget = false;
  std::vector<std::string> words;

  void declare(OptionSet& options) override {
    options.flag("delete", forget, "forget what is kept under the name");
    database.declare(options);
    options.arguments(words, "a name and conditions", 0);
  }

  Exit run(Terminal& terminal) override {
    if (words.empty()) return list(terminal);
    const std::string name = words.front();
    const std::vector<std::string> conditions(words.begin() + 1, words.end());
    if (forget != conditions.empty())
      throw UsageError(forget ? "--delete: takes a name alone"
                              : "expected conditions: yari save NAME -- --player habu");
    if (name.empty()) throw UsageError("expected a name");
    if (!forget) check_conditions(conditions);
    Database games = database.open(OpenMode::read_write);
    if (forget) return forget_query(games, name) ? Exit::done : Exit::nothing;
    const std::optional<std::string> before = saved_query(games, name);
    save_query(games, name, conditions_text(conditions));
    const auto kept = before ? conditions_words(*before) : std::nullopt;
    if (kept && *kept != conditions)
      terminal.message(fmt::format("replaced:{}", printable(line_of(*kept))));
    return Exit::done;
  }

  Exit list(Terminal& terminal) const {
    if (forget) throw UsageError("--delete: expected a name");
    Database games = database.open(OpenMode::read_only);
    const auto all = saved_queries(games);
    for (const auto& [name, text] : all) {
      const auto kept = conditions_words(text).value_or(std::vector<std::string>());
      if (terminal.wants_json()) {
        terminal.json({{"name", name}, {"words", kept}});
        continue;
      }
      terminal.print("{:<15}{}\n", printable(name), printable(line_of(kept)));
    }
    return all.empty() ? Exit::nothing : Exit::done;
  }
};

}  // namespace

extern const Command save_command{
    "save", "[NAME -- CONDITIONS]", "keep conditions in the database under a name",
    R"(Conditions are what 'yari list' takes, and what 'yari find' asks for: --query, --pattern,
--material, --judgement and its like. Every command that chooses games takes the first kind again
as --saved NAME, with others beside them; 'yari find' takes both. Without a name: what is kept;
exit code 1 when that is nothing.

  yari save habu90 -- --player habu --date 1990..1999
  yari list --saved habu90 --result 1-0
  yari save --delete habu90)",
    make_task<Save>};

}  // namespace yari::cli
