// Completing a command line: the command, its options, their values.
#include "cli/program/completion.h"

#include <algorithm>
#include <optional>

#include "cli/options/command.h"
#include "cli/options/common_options.h"
#include "cli/options/database_option.h"
#include "cli/program/bash_words.h"
#include "cli/program/config_file.h"
#include "cli/terminal/text.h"
#include "db/explore/name_prefix.h"
#include "db/saved_queries.h"

namespace yari::cli {

namespace {

using Words = std::vector<std::string>;

/// Nobody reads more, and a shell takes long to show them.
constexpr int most_names = 200;

/// Collects the words that begin with what is typed.
class Offer {
 public:
  explicit Offer(std::string typed) : typed_(std::move(typed)) {}

  void add(const std::string& word, std::string_view help = {}) {
    if (word.starts_with(typed_)) result.words.push_back({word, std::string(help)});
  }
  /// A name from the database; it begins as typed, whatever the case of its letters. One that no
  /// terminal shows as it is cannot be typed either.
  void add_name(const std::string& name) {
    if (printable(name) == name) result.words.push_back({name, ""});
  }
  const std::string& typed() const { return typed_; }

  Completions result;

 private:
  std::string typed_;
};

/// "merge, verify, compact" of "db".
std::string members_text(const std::string& family) {
  std::string text;
  for (const Command* command : family_of(family))
    text += (text.empty() ? "" : ", ") + std::string(command->name.substr(family.size() + 1));
  return text;
}

void offer_commands(Offer& offer) {
  std::string last;
  for (const Command* command : commands()) {
    const std::string first(command->name.substr(0, command->name.find(' ')));
    if (first == command->name)
      offer.add(first, command->summary);
    else if (first != last)
      offer.add(first, members_text(first));
    last = first;
  }
}

void offer_members(Offer& offer, const std::string& family) {
  for (const Command* command : family_of(family))
    offer.add(std::string(command->name.substr(family.size() + 1)), command->summary);
}

/// The database that is named before the cursor; no value when it cannot be read.
std::optional<Database> database_of(const TypedWords& typed) try {
  DatabaseOption database;
  if (const TypedOption* file = typed.last("db")) database.file = from_home(file->value);
  return database.open(OpenMode::read_only);
} catch (const std::exception&) {
  return std::nullopt;
}

void offer_names(Offer& offer, ValueKind kind, const TypedWords& typed) try {
  std::optional<Database> games = database_of(typed);
  if (!games) return;
  if (kind == ValueKind::saved_query) {
    for (const auto& [name, text] : saved_queries(*games))
      if (name.starts_with(offer.typed())) offer.add_name(name);
    return;
  }
  const NameKind names = kind == ValueKind::player ? NameKind::player : NameKind::event;
  for (const std::string& name : names_beginning(*games, names, offer.typed(), most_names))
    offer.add_name(name);
} catch (const std::exception&) {
  // A damaged database completes nothing.
}

/// Values of an option or argument.
void offer_values(Offer& offer, ValueKind kind, const Words& choices, const TypedWords& typed) {
  for (const std::string& choice : choices) offer.add(choice);
  const bool is_name =
      kind == ValueKind::player || kind == ValueKind::event || kind == ValueKind::saved_query;
  if (is_name) offer_names(offer, kind, typed);
  offer.result.names = is_name;
  offer.result.files = kind == ValueKind::file || kind == ValueKind::command;
  offer.result.folders = kind == ValueKind::folder;
}

void offer_options(Offer& offer, const OptionSet& options, const TypedWords& typed) {
  for (const OptionRow& row : options.rows()) {
    if (!row.repeatable && typed.last(row.name)) continue;
    offer.add("--" + row.name, row.help);
    // They would double the list of what is there to find.
    const bool is_asked = offer.typed().starts_with("--no-") || !row.off_value.empty();
    if (is_asked && row.can_be_undone()) offer.add("--no-" + row.name, "undo --" + row.name);
  }
}

/// "--to=cs": the values of --to, each after "--to=".
Completions complete_joined(const OptionRow& row, const std::string& current,
                            const TypedWords& typed) {
  const std::size_t value_at = current.find('=') + 1;
  Offer offer(current.substr(value_at));
  offer_values(offer, row.kind, row.choices, typed);
  for (Completion& completion : offer.result.words)
    completion.word.insert(0, current.substr(0, value_at));
  return std::move(offer.result);
}

/// The option whose value comes next; null when `word` does not wait for one.
const OptionRow* waiting(const OptionSet& options, const std::string& word) {
  const OptionRow* row = nullptr;
  if (word.starts_with("--"))
    row = options.find(std::string_view(word).substr(2));
  else if (word.size() == 2 && word[0] == '-')
    row = options.find_letter(word[1]);
  return row != nullptr && !row->is_flag() ? row : nullptr;
}

TypedWords cut_if_possible(const OptionSet& options, const Words& words) try {
  return options.cut(words);
} catch (const UsageError&) {
  return {};
}

/// The configuration may name the database. Its errors are shown when the command runs.
void configure(TypedWords& typed, const OptionSet& options, std::string_view command) try {
  add_configured(typed, options, command);
} catch (const std::exception&) {
}

Completions complete_command(const Command& command, Words before, const std::string& current) {
  OptionSet options;
  CommonOptions common;
  const std::unique_ptr<Task> task = command.make();
  task->declare(options);
  common.declare(options);
  Offer offer(current);
  const bool after_dashes = std::ranges::count(before, "--") > 0;
  const OptionRow* row = before.empty() || after_dashes ? nullptr : waiting(options, before.back());
  if (row) before.pop_back();
  const TypedWords typed = cut_if_possible(options, before);
  TypedWords with_configuration = typed;
  configure(with_configuration, options, command.name);
  if (row) {
    offer_values(offer, row->kind, row->choices, typed);
  } else if (!after_dashes && current.starts_with("--") && current.find('=') != current.npos) {
    const OptionRow* joined = waiting(options, current.substr(0, current.find('=')));
    return joined ? complete_joined(*joined, current, typed) : Completions();
  } else {
    const ArgumentRow& argument = options.argument_row();
    const bool takes_more = typed.arguments.size() < argument.most;
    const bool is_option = current.starts_with("-");
    if (takes_more && !is_option) offer_values(offer, argument.kind, argument.choices, typed);
    if (!after_dashes && (is_option || !takes_more)) offer_options(offer, options, typed);
  }
  return std::move(offer.result);
}

}  // namespace

Completions complete(const Words& words, const std::string& current) {
  Words before = words;
  if (!before.empty() && before.front() == "help") before.erase(before.begin());
  Offer offer(current);
  if (before.empty()) {
    offer_commands(offer);
    if (words.empty()) offer.add("help", "explain a command");
    if (words.empty())
      for (const char* option : {"--help", "--version"}) offer.add(option);
    return std::move(offer.result);
  }
  const auto rest = [&](std::ptrdiff_t n) { return Words(before.begin() + n, before.end()); };
  if (before.size() > 1)
    if (const Command* command = command_named(before[0] + ' ' + before[1]))
      return complete_command(*command, rest(2), current);
  if (before.size() == 1) offer_members(offer, before[0]);
  if (const Command* command = command_named(before[0])) {
    // "drill" has arguments of its own, and "drill add" beside it.
    Completions found = complete_command(*command, rest(1), current);
    found.words.insert(found.words.begin(), offer.result.words.begin(), offer.result.words.end());
    return found;
  }
  return std::move(offer.result);
}

namespace {

/// The last word is the one that is being typed.
Completions complete_last(Words words) {
  const std::string current = words.empty() ? "" : std::move(words.back());
  if (!words.empty()) words.pop_back();
  return complete(words, current);
}

std::string first_line(const Completions& found) {
  return found.files     ? ":files\n"
         : found.folders ? ":folders\n"
         : found.names   ? ":names\n"
                         : ":words\n";
}

}  // namespace

std::string completion_lines(const Words& words) {
  const Completions found = complete_last(words);
  std::string text = first_line(found);
  for (const auto& [word, help] : found.words)
    text += word + (help.empty() ? "" : '\t' + help) + '\n';
  return text;
}

std::string bash_completion_lines(std::string_view line, std::string_view replaced) {
  if (!line.ends_with(replaced)) return first_line({});
  const BashLine kept = cut_bash_line(line.substr(0, line.size() - replaced.size()));
  const std::string& head = kept.words.back();
  Words words = cut_bash_line(line).words;
  // The program itself.
  if (words.size() > 1) words.erase(words.begin());
  const Completions found = complete_last(std::move(words));
  std::string text = first_line(found);
  for (const Completion& completion : found.words)
    if (completion.word.starts_with(head))
      text += quoted_for_bash(completion.word.substr(head.size()), kept.open_mark) + '\n';
  return text;
}

}  // namespace yari::cli
