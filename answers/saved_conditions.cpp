#include "answers/saved_conditions.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "answers/conditions.h"

namespace yari {

namespace {

/// As an option of the command line.
std::string option_of(const std::string& parameter) {
  std::string option = "--" + parameter;
  std::ranges::replace(option, '_', '-');
  return option;
}

}  // namespace

std::string conditions_text(const Words& words) {
  return nlohmann::json(words).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Words> conditions_words(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array()) return std::nullopt;
  Words words;
  for (const auto& word : json) {
    if (!word.is_string()) return std::nullopt;
    words.push_back(word.get<std::string>());
  }
  return words;
}

const std::vector<std::string>& kept_parameters() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"query"};
    for (const Condition& condition : conditions()) all.push_back(with_underscores(condition.name));
    return all;
  }();
  return names;
}

Result<void> check_kept_query(std::string_view text, std::optional<Variant> named) {
  const Result<query::Query> read = read_query(text, named.value_or(Variant::yari));
  if (read || (!named && read_query(text, Variant::shogi))) return {};
  return tl::unexpected(read.error());
}

Words words_of_parameters(const std::map<std::string, std::string>& parameters) {
  Words words;
  for (const std::string& name : kept_parameters()) {
    const auto found = parameters.find(name);
    if (found == parameters.end()) continue;
    words.push_back(option_of(name));
    words.push_back(found->second);
  }
  return words;
}

std::optional<std::map<std::string, std::string>> parameters_of_words(const Words& words) {
  std::map<std::string, std::string> parameters;
  for (std::size_t i = 0; i < words.size(); ++i) {
    // "--player habu" or "--player=habu".
    const std::size_t equals = words[i].find('=');
    const std::string option = words[i].substr(0, equals);
    const auto name = std::ranges::find(kept_parameters(), option, option_of);
    const bool follows = equals == std::string::npos;
    if (name == kept_parameters().end() || (follows && i + 1 == words.size())) return std::nullopt;
    const std::string value = follows ? words[++i] : words[i].substr(equals + 1);
    if (!parameters.emplace(*name, value).second) return std::nullopt;
  }
  return parameters;
}

}  // namespace yari
