#include "cli/options/engine_options.h"

#include <filesystem>

#include "analysis/engine/builtin.h"
#include "analysis/usi/process.h"
#include "analysis/usi/usi_client.h"

namespace yari::cli {

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
  options.number("hash", hash_mib, "MiB of memory for the built-in engine", std::size_t{1},
                 std::size_t{1} << 20);
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
  const Result<std::vector<std::string>> words = split_command(command);
  if (!words) throw UsageError("--engine: " + words.error().message);
  for (const std::string& setting : settings) read_setting("--engine-option", setting);
}

std::unique_ptr<Engine> EngineOptions::make() const {
  check();
  if (is_builtin()) return std::make_unique<BuiltinEngine>(BuiltinOptions{.hash_mib = hash_mib});
  UsiSettings usi;
  usi.command = *split_command(command);
  for (const std::string& setting : settings)
    usi.options.push_back(read_setting("--engine-option", setting));
  return std::make_unique<UsiEngine>(std::move(usi));
}

}  // namespace yari::cli
