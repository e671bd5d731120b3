#include "cli/study/drill_options.h"

#include "answers/study/drill_session.h"
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
                  typed = read_day(day);
                  if (!typed) refuse("--today", "a day like 2026-11-26", day);
                });
}

DateNumber TodayOption::day() const { return typed ? *typed : today_here(); }

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
