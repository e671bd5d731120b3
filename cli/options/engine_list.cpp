#include "cli/options/engine_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace yari::cli {

void EngineList::declare(OptionSet& options) {
  options.group("Engines");
  OptionRow& engine =
      options
          .value("engine", "COMMAND", "'builtin', or the command of a USI engine; can be repeated",
                 [this](const std::string& typed) { typed_.emplace_back().command = typed; })
          .is(ValueKind::command)
          .complete_with({"builtin"})
          .assumed("builtin")
          .explained(
              "The page offers all of them and the built-in one; the first one is chosen until "
              "somebody chooses another.");
  engine.repeatable = true;
  options
      .value("engine-option", "NAME=VALUE", "set an option of the USI engine before it; repeatable",
             [this](const std::string& typed) {
               (typed_.empty() ? settings_ : typed_.back().settings).push_back(typed);
             })
      .repeatable = true;
  declare_byoyomi_option(
      options,
      [this](std::chrono::milliseconds time) {
        (typed_.empty() ? byoyomi_ : typed_.back().byoyomi) = time;
      },
      "the USI engine before it knows only clocks: byo-yomi for each position; repeatable")
      .repeatable = true;
  declare_builtin_options(options, builtin_);
}

std::vector<EngineList::Named> EngineList::named() const {
  std::vector<EngineOptions> engines = typed_;
  if (std::ranges::none_of(engines, &EngineOptions::is_builtin)) engines.push_back({});
  EngineOptions& first = engines.front();
  first.settings.insert(first.settings.begin(), settings_.begin(), settings_.end());
  if (byoyomi_) first.byoyomi = byoyomi_;
  std::vector<Named> all;
  std::map<std::string, int> alike;
  for (EngineOptions& engine : engines) {
    engine.builtin = builtin_;
    engine.check();
    const std::string name = engine.short_name();
    const int number = ++alike[name];
    all.push_back({number == 1 ? name : fmt::format("{} {}", name, number), std::move(engine)});
  }
  return all;
}

}  // namespace yari::cli
