#include "cli/engine_options.h"

#include "analysis/builtin.h"

namespace yari::cli {

void EngineOptions::declare(OptionSet& options) {
  options.group("Engine");
  options.value("engine", "NAME", "which engine [builtin]",
                [this](const std::string& typed) { command = typed; });
  options.number("hash", hash_mib, "MiB of memory for the built-in engine", std::size_t{1},
                 std::size_t{1} << 20);
}

std::unique_ptr<Engine> EngineOptions::make() const {
  if (command == "builtin") {
    return std::make_unique<BuiltinEngine>(BuiltinOptions{.hash_mib = hash_mib});
  }
  throw UsageError("--engine: expected builtin, found '" + command + "'");
}

}  // namespace yari::cli
