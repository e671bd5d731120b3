#include "cli/engine_options.h"

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
  const Result<std::vector<std::string>> words = split_command(command);
  if (!words || words->empty()) throw UsageError("--engine: no command");
  return std::filesystem::path(words->front()).filename().string();
}

std::unique_ptr<Engine> EngineOptions::make() const {
  if (is_builtin()) {
    if (!settings.empty()) throw UsageError("--engine-option: the built-in engine has none");
    return std::make_unique<BuiltinEngine>(BuiltinOptions{.hash_mib = hash_mib});
  }
  UsiSettings usi;
  Result<std::vector<std::string>> words = split_command(command);
  if (!words) throw UsageError("--engine: " + words.error().message);
  usi.command = std::move(*words);
  for (const std::string& setting : settings)
    usi.options.push_back(read_setting("--engine-option", setting));
  return std::make_unique<UsiEngine>(std::move(usi));
}

}  // namespace yari::cli
