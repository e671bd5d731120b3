#include "cli/study/drill_options.h"

#include <algorithm>
#include <ctime>

#include "cli/options/reading_options.h"

namespace yari::cli {

namespace {

std::vector<std::string> source_names() {
  std::vector<std::string> names;
  for (int i = 0; i < card_source_count; ++i) names.emplace_back(name(static_cast<CardSource>(i)));
  return names;
}

}  // namespace

void TodayOption::declare(OptionSet& options) {
  options.value("today", "DATE", "as if today were this day: 2026-11-26",
                [this](const std::string& day) {
                  typed = read_date(day);
                  if (!typed || *typed % 100 == 0 || *typed < 10000000)
                    refuse("--today", "a day like 2026-11-26", day);
                });
}

DateNumber TodayOption::day() const {
  if (typed) return *typed;
  const std::time_t now = std::time(nullptr);
  const std::tm* const local = std::localtime(&now);
  return (local->tm_year + 1900) * 10000 + (local->tm_mon + 1) * 100 + local->tm_mday;
}

void CardOptions::declare(OptionSet& options) {
  options
      .value(
          "source", "SOURCE", "cards from here; can be repeated",
          [this](const std::string& typed) { filter.sources.push_back(*card_source_named(typed)); })
      .one_of(source_names())
      .repeatable = true;
  options
      .value("variant", "GAME", "cards of this game",
             [this](const std::string& typed) { filter.variant = variant_named(typed); })
      .one_of(variant_names());
}

}  // namespace yari::cli
