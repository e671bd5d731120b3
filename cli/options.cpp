#include "cli/options.h"

#include <fmt/format.h>

#include "cli/text.h"

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
  if (const auto near = nearest(name, known)) message += fmt::format("; did you mean --{}?", *near);
  throw UsageError(message);
}

/// "-o, --output FILE", with room where there is no short name.
std::string left_column(const po::option_description& option) {
  const std::string shortest =
      option.canonical_display_name(po::command_line_style::allow_dash_for_short);
  std::string text = shortest.size() == 2 && shortest[0] == '-' ? shortest + ", " : "    ";
  text += "--" + option.long_name();
  if (option.semantic()->max_tokens() > 0) text += " " + option.semantic()->name();
  return text;
}

}  // namespace

double read_decimal(std::string_view option, std::string_view text, double lo, double hi) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stop == end && value >= lo && value <= hi) return value;
  throw UsageError(
      fmt::format("{}: expected a number from {} to {}, found '{}'", option, lo, hi, text));
}

std::pair<std::string, std::string> read_setting(std::string_view option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0)
    throw UsageError(fmt::format("{}: expected NAME=VALUE, found '{}'", option, text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::string OptionSet::long_name(std::string_view name) {
  return "--" + std::string(name.substr(0, name.find(',')));
}

void OptionSet::group(std::string caption) { groups_.push_back({std::move(caption), {}}); }

void OptionSet::add(const char* name, const po::value_semantic* semantic, const std::string& help) {
  if (groups_.empty()) group("Options");
  groups_.back().options.add_options()(name, semantic, help.c_str());
}

void OptionSet::flag(const char* name, bool& target, const std::string& help) {
  add(name, po::bool_switch(&target)->default_value(target), help);
}

void OptionSet::value(const char* name, const char* value_name, const std::string& help,
                      Reader read) {
  add(name, po::value<std::string>()->value_name(value_name)->notifier(std::move(read)), help);
}

void OptionSet::text(const char* name, std::optional<std::string>& target, const char* value_name,
                     const std::string& help) {
  value(name, value_name, help, [&target](const std::string& typed) { target = typed; });
}

void OptionSet::texts(const char* name, std::vector<std::string>& target, const char* value_name,
                      const std::string& help) {
  add(name, po::value<std::vector<std::string>>(&target)->value_name(value_name)->composing(),
      help);
}

void OptionSet::arguments(std::vector<std::string>& target, const char* name, std::size_t least,
                          std::size_t most) {
  arguments_ = &target;
  argument_name_ = name;
  least_ = least;
  most_ = most;
}

void OptionSet::parse(const std::vector<std::string>& words) {
  std::vector<std::string> found;
  po::options_description all;
  for (const Group& group : groups_) all.add(group.options);
  all.add_options()(arguments_key, po::value<std::vector<std::string>>(&found));
  po::positional_options_description positional;
  positional.add(arguments_key, -1);
  try {
    po::variables_map values;
    po::command_line_parser parser(words);
    po::store(parser.options(all).positional(positional).style(style).run(), values);
    po::notify(values);
  } catch (const po::unknown_option& e) {
    throw_unknown(e.get_option_name(), names());
  } catch (const po::error& e) {
    throw UsageError(e.what());
  }
  if (found.size() > most_) throw UsageError(fmt::format("unexpected argument '{}'", found[most_]));
  if (found.size() < least_) throw UsageError(fmt::format("expected {}", argument_name_));
  if (arguments_) *arguments_ = std::move(found);
}

std::string OptionSet::help() const {
  constexpr std::size_t column = 26;
  std::string text;
  for (const Group& group : groups_) {
    text += fmt::format("\n{}:\n", group.caption);
    for (const auto& option : group.options.options())
      text += hanging("  " + left_column(*option), column, option->description());
  }
  return text;
}

std::vector<std::string> OptionSet::names() const {
  std::vector<std::string> names;
  for (const Group& group : groups_)
    for (const auto& option : group.options.options()) names.push_back(option->long_name());
  return names;
}

}  // namespace yari::cli
