// Every option is written, whatever its default: a later version may have another one.
#include "import/annotation/work_settings.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <vector>

namespace yari {

namespace {

std::vector<std::string_view> parts_of(std::string_view text, std::string_view between) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(between);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + between.size());
  }
}

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size();
}

bool read_option(const std::vector<std::string_view>& words, WorkSettings& settings) {
  AnnotateOptions& o = settings.request.judging;
  const std::string_view name = words.front();
  if (name == "losses")
    return words.size() == 4 && read(words[1], o.inaccuracy) && read(words[2], o.mistake) &&
           read(words[3], o.blunder);
  if (name == "explain") {
    o.explain = true;
    return words.size() == 1;
  }
  if (name == "force") {
    settings.force = true;
    return words.size() == 1;
  }
  if (words.size() != 2) return false;
  if (name == "coefficient") return read(words[1], o.coefficient);
  if (name == "decided") return read(words[1], o.decided);
  if (name == "screen") return read(words[1], o.screen);
  if (name == "book") return read(words[1], settings.request.book_games);
  if (name == "variation") return read(words[1], o.variation_plies);
  return false;
}

}  // namespace

std::string write_work_settings(const WorkSettings& settings) {
  const AnnotateOptions& o = settings.request.judging;
  return fmt::format(
      "{}; losses {} {} {}; coefficient {}; decided {}; screen {}; book {}; variation {}{}{}",
      describe(settings.request.limits), o.inaccuracy, o.mistake, o.blunder, o.coefficient,
      o.decided, o.screen, settings.request.book_games, o.variation_plies,
      o.explain ? "; explain" : "", settings.force ? "; force" : "");
}

// What is read must be what is written: that leaves no room for numbers that no option allows.
std::optional<WorkSettings> read_work_settings(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text, "; ");
  const std::optional<Limits> limits = read_limits(parts.front());
  if (!limits) return std::nullopt;
  WorkSettings settings;
  settings.request.limits = *limits;
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (!read_option(parts_of(parts[i], " "), settings)) return std::nullopt;
  if (write_work_settings(settings) != text) return std::nullopt;
  return settings;
}

std::string write_position_settings(const PositionSettings& settings) {
  return fmt::format("{}; rules {}", describe(settings.limits), name(settings.rules));
}

std::optional<PositionSettings> read_position_settings(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text, "; rules ");
  if (parts.size() != 2) return std::nullopt;
  const std::optional<Limits> limits = read_limits(parts.front());
  const std::optional<RuleSet> rules = rule_set_named(parts.back());
  if (!limits || !rules) return std::nullopt;
  PositionSettings settings{*limits, *rules};
  if (write_position_settings(settings) != text) return std::nullopt;
  return settings;
}

bool needs_annotation(Database& database, const GameHeader& game, std::string_view identity,
                      const WorkSettings& settings) {
  if (settings.force) return true;
  const std::optional<StoredAnnotation> stored = load_annotation(database, game.id);
  return compare(stored, identity, settings.request, game.variant) != Earlier::kept;
}

}  // namespace yari
