#include "cli/options/engine_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "analysis/usi/process.h"
#include "analysis/usi/usi_client.h"

namespace yari::cli {

void declare_builtin_options(OptionSet& options, BuiltinOptions& target, const char* more) {
  for (const EngineOption& option : engine_options)
    declare_builtin_option(options, target, option, std::string(option.help) + more);
}

OptionRow& declare_builtin_option(OptionSet& options, BuiltinOptions& target,
                                  const EngineOption& option, const std::string& help) {
  const auto read = [&option, &target](const std::string& typed) {
    option.set(target,
               read_number(fmt::format("--{}", option.name), typed, option.least, option.most));
  };
  const int assumed = option.get(target);
  return options.value(option.name, "N", help, read)
      .assumed(assumed == 0 ? option.automatic : std::to_string(assumed));
}

OptionRow& declare_byoyomi_option(OptionSet& options,
                                  std::function<void(std::chrono::milliseconds)> set,
                                  const char* help) {
  return options.value("byoyomi", "SECONDS", help, [set](const std::string& typed) {
    set(read_seconds("--byoyomi", typed, 0.001));
  });
}

void EngineOptions::declare(OptionSet& options) {
  options.group("Engine");
  options
      .value("engine", "COMMAND", "'builtin', or the command of a USI engine",
             [this](const std::string& typed) { command = typed; })
      .is(ValueKind::command)
      .complete_with({"builtin"})
      .assumed("builtin");
  options.texts("engine-option", settings, "NAME=VALUE",
                "set an option of the USI engine; can be repeated");
  declare_builtin_options(options, builtin);
}

void EngineOptions::declare_byoyomi(OptionSet& options) {
  declare_byoyomi_option(
      options, [this](std::chrono::milliseconds time) { byoyomi = time; },
      "for a USI engine that knows only clocks: byo-yomi for each position")
      .explained(
          "It is the limit where no other one is given, and the time where --nodes or --depth are. "
          "An engine that ends at all other limits is found out without this option, and gets the "
          "time of --movetime, or 1 second.");
}

void EngineOptions::declare_opponent(OptionSet& options) {
  options
      .value("against", "COMMAND", "the other engine, in the same way",
             [this](const std::string& typed) { command = typed; })
      .is(ValueKind::command)
      .complete_with({"builtin"})
      .assumed("builtin");
  options.texts("against-option", settings, "NAME=VALUE",
                "set an option of that engine; can be repeated");
}

std::string EngineOptions::short_name() const {
  check();
  return std::filesystem::path(split_command(command)->front()).filename().string();
}

void EngineOptions::check() const {
  if (is_builtin() && !settings.empty())
    throw UsageError("--engine-option: the built-in engine has none");
  if (is_builtin() && byoyomi)
    throw UsageError("--byoyomi: it is for USI engines, and the built-in engine takes --movetime");
  const Result<std::vector<std::string>> words = split_command(command);
  if (!words) throw UsageError("--engine: " + words.error().message);
  for (const std::string& setting : settings) read_setting("--engine-option", setting);
}

Limits EngineOptions::default_limits(const Limits& fallback) const {
  if (!byoyomi) return fallback;
  return {.time = *byoyomi, .multipv = fallback.multipv};
}

std::unique_ptr<Engine> EngineOptions::make() const {
  check();
  if (is_builtin()) return std::make_unique<BuiltinEngine>(builtin);
  UsiSettings usi;
  usi.command = *split_command(command);
  for (const std::string& setting : settings)
    usi.options.push_back(read_setting("--engine-option", setting));
  usi.byoyomi = byoyomi.value_or(usi.byoyomi);
  return std::make_unique<UsiEngine>(std::move(usi));
}

}  // namespace yari::cli
