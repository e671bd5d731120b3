// Declaring options, and reading them by Boost.ProgramOptions, which nothing else knows.
#include "cli/options/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <locale>
#include <sstream>

#include "cli/terminal/text.h"

namespace yari::cli {

namespace po = boost::program_options;

namespace {

// With a blank, so that nobody can type it as an option.
constexpr const char* arguments_key = "the arguments";

// No abbreviations: a script that uses one breaks when an option is added.
constexpr int style = po::command_line_style::unix_style ^ po::command_line_style::allow_guessing;

[[noreturn]] void throw_unknown(std::string_view typed, const std::vector<std::string>& known) {
  const std::size_t dashes = typed.find_first_not_of('-');
  const std::string_view name = dashes == typed.npos ? typed : typed.substr(dashes);
  std::string message = fmt::format("unknown option '{}'", typed);
  if (const auto close = nearest(name, known))
    message += fmt::format("; did you mean --{}?", *close);
  throw UsageError(message);
}

/// What Boost has to know to cut words: the names, and which of them take a value.
po::options_description description_of(std::span<const OptionRow> rows) {
  po::options_description all;
  for (const OptionRow& row : rows) {
    const std::string names =
        row.letter != 0 ? fmt::format("{},{}", row.name, row.letter) : row.name;
    if (row.is_flag())
      all.add_options()(names.c_str(), po::bool_switch());
    else
      all.add_options()(names.c_str(), po::value<std::string>());
  }
  for (const OptionRow& row : rows)
    if (row.can_be_undone()) all.add_options()(("no-" + row.name).c_str(), po::bool_switch());
  all.add_options()(arguments_key, po::value<std::vector<std::string>>());
  return all;
}

void require_choice(const OptionRow& row, const std::string& value) {
  if (!row.only_choices || std::ranges::count(row.choices, value) > 0) return;
  std::string message =
      fmt::format("--{}: expected {}, found '{}'", row.name, alternatives(row.choices), value);
  if (const auto close = nearest(value, row.choices))
    message += fmt::format("; did you mean {}?", *close);
  throw UsageError(message);
}

/// An empty name is that of no file; it comes from a variable that a script did not set.
bool is_no_name(ValueKind kind, const std::string& value) {
  return value.empty() && (kind == ValueKind::file || kind == ValueKind::folder);
}

// For who types what is searched for without its option.
std::string_view what_words_follow(const OptionSet& options) {
  if (!options.find("player")) return "";
  return options.find("query") ? "; moves follow --moves, a name --player, a question --query"
                               : "; a name follows --player";
}

void read_value(const OptionRow& row, const TypedOption& option) try {
  require_choice(row, option.value);
  if (is_no_name(row.kind, option.value))
    refuse("--" + row.name,
           row.kind == ValueKind::file ? "the name of a file" : "the name of a folder", "");
  row.read(option.value);
} catch (const UsageError& error) {
  if (option.place.empty()) throw;
  throw UsageError(fmt::format("{}: {}", option.place, error.what()));
}

}  // namespace

double read_decimal(std::string_view option, std::string_view text, double lo, double hi) {
  // libc++ before 20 has no std::from_chars for double. A stream reads more than that: "+5", "0x1".
  const bool is_plain =
      !text.starts_with('+') && text.find_first_not_of("0123456789.eE+-") == text.npos;
  std::istringstream in{std::string(text)};
  in.imbue(std::locale::classic());
  double value = 0;
  const bool is_read = is_plain && in >> std::noskipws >> value &&
                       in.peek() == std::istringstream::traits_type::eof();
  if (is_read && value >= lo && value <= hi) return value;
  throw UsageError(
      fmt::format("{}: expected a number from {} to {}, found '{}'", option, lo, hi, text));
}

std::chrono::milliseconds read_seconds(std::string_view option, std::string_view text, double lo) {
  constexpr double day = 86'400;
  return std::chrono::milliseconds(std::llround(1000 * read_decimal(option, text, lo, day)));
}

void refuse(std::string_view option, std::string_view expected, std::string_view found) {
  throw UsageError(fmt::format("{}: expected {}, found '{}'", option, expected, found));
}

std::pair<std::string, std::string> read_setting(std::string_view option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0) refuse(option, "NAME=VALUE", text);
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::string OptionSet::long_name(std::string_view name) {
  return "--" + std::string(name.substr(0, name.find(',')));
}

void OptionSet::group(std::string caption) {
  const auto known = std::ranges::find(groups_, caption);
  group_ = static_cast<std::size_t>(known - groups_.begin());
  if (known == groups_.end()) groups_.push_back(std::move(caption));
}

OptionRow& OptionSet::value(const char* name, const char* value_name, const std::string& help,
                            Reader read) {
  if (groups_.empty()) group("Options");
  const std::string_view names = name;
  const std::size_t comma = names.find(',');
  OptionRow row;
  row.name = names.substr(0, comma);
  row.letter = comma == names.npos ? '\0' : names[comma + 1];
  row.value_name = value_name;
  row.help = help;
  row.group = group_;
  row.read = std::move(read);
  rows_.push_back(std::move(row));
  return rows_.back();
}

OptionRow& OptionSet::flag(const char* name, bool& target, const std::string& help) {
  return value(name, "", help, [&target](const std::string&) { target = true; });
}

OptionRow& OptionSet::toggle(const char* name, std::function<void(bool)> set,
                             const std::string& help) {
  return value(name, "", help,
               [set = std::move(set)](const std::string& typed) { set(typed.empty()); })
      .off_is("no");
}

OptionRow& OptionSet::text(const char* name, std::optional<std::string>& target,
                           const char* value_name, const std::string& help) {
  return value(name, value_name, help, [&target](const std::string& typed) { target = typed; });
}

OptionRow& OptionSet::texts(const char* name, std::vector<std::string>& target,
                            const char* value_name, const std::string& help) {
  OptionRow& row = value(name, value_name, help,
                         [&target](const std::string& typed) { target.push_back(typed); });
  row.repeatable = true;
  return row;
}

ArgumentRow& OptionSet::arguments(std::vector<std::string>& target, const char* name,
                                  std::size_t least, std::size_t most) {
  arguments_ = {&target, name, least, most};
  return arguments_;
}

const OptionRow* OptionSet::find(std::string_view name) const {
  const auto found = std::ranges::find(rows_, name, &OptionRow::name);
  return found == rows_.end() ? nullptr : &*found;
}

const OptionRow* OptionSet::find_letter(char letter) const {
  const auto found = std::ranges::find(rows_, letter, &OptionRow::letter);
  return found == rows_.end() ? nullptr : &*found;
}

std::vector<std::string> OptionSet::names() const {
  std::vector<std::string> names;
  for (const OptionRow& row : rows_) names.push_back(row.name);
  return names;
}

TypedOption OptionSet::understood(const std::string& name) const {
  if (find(name) != nullptr) return {.name = name};
  const OptionRow& undone = *find(std::string_view(name).substr(3));
  if (undone.off_value.empty()) return {.name = undone.name, .off = true};
  return {.name = undone.name, .value = undone.off_value};
}

TypedWords OptionSet::cut(const std::vector<std::string>& words) const try {
  const po::options_description all = description_of(rows_);
  po::positional_options_description positional;
  positional.add(arguments_key, -1);
  po::command_line_parser parser(words);
  TypedWords typed;
  for (const auto& found : parser.options(all).positional(positional).style(style).run().options) {
    if (found.string_key == arguments_key) {
      typed.arguments.insert(typed.arguments.end(), found.value.begin(), found.value.end());
      continue;
    }
    TypedOption option = understood(found.string_key);
    if (!found.value.empty() && !find(option.name)->is_flag()) option.value = found.value.front();
    option.by_letter = !found.original_tokens.front().starts_with("--");
    typed.options.push_back(std::move(option));
  }
  return typed;
} catch (const po::unknown_option& e) {
  throw_unknown(e.get_option_name(), names());
} catch (const po::error& e) {
  throw UsageError(e.what());
}

void OptionSet::apply(const TypedWords& typed) {
  const ArgumentRow& row = arguments_;
  const std::vector<std::string>& found = typed.arguments;
  if (found.size() > row.most)
    throw UsageError(
        fmt::format("unexpected argument '{}'{}", found[row.most], what_words_follow(*this)));
  if (found.size() < row.least) throw UsageError(fmt::format("expected {}", row.name));
  for (const std::string& argument : found)
    if (is_no_name(row.kind, argument))
      throw UsageError(fmt::format("expected {}, found ''", row.name));
  const auto is_repeatable = [&](const std::string& name) { return find(name)->repeatable; };
  applied_ = settled(typed.options, is_repeatable);
  for (const TypedOption& option : applied_) read_value(*find(option.name), option);
  if (row.target) *row.target = found;
}

}  // namespace yari::cli
