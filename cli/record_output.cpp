#include "cli/record_output.h"

#include <fmt/format.h>

#include <vector>

#include "cli/shared_options.h"
#include "cli/text.h"

namespace yari::cli {

void OutputOptions::declare(OptionSet& options, const Format* fallback) {
  to = fallback;
  options.value("to", "FORMAT",
                fallback ? fmt::format("format to write [{}]", fallback->name) : "format to write",
                [this](const std::string& typed) { to = &read_format("--to", typed); });
  options.text("output,o", file, "FILE", "write to this file instead of standard output");
}

const Format& OutputOptions::format() const {
  const Format* format = to ? to : file ? format_for_extension(*file) : nullptr;
  if (!format) throw UsageError("--to is needed: the format to write");
  if (!format->write) throw UsageError(fmt::format("--to: {} can be read only", format->name));
  return *format;
}

void RecordOutput::write(const Game& game, Json origin) {
  const WriteResult written = format_.write(game, {});
  ++games_;
  if (terminal_.wants_json()) {
    origin["variant"] = info(game.variant).id;
    origin["format"] = format_.name;
    origin["text"] = written.text;
    origin["losses"] = written.losses;
    file_.write(origin.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
  } else {
    file_.write(written.text);
  }
  // "variations (3)" counts within the game: the kind is what stands before.
  for (const std::string& loss : written.losses) ++losses_[loss.substr(0, loss.find(" ("))];
}

void RecordOutput::finish() {
  file_.finish();
  std::vector<std::string> parts;
  for (const auto& [what, games] : losses_)
    parts.push_back(fmt::format("{} ({})", what, counted(games, "game")));
  if (!parts.empty())
    terminal_.message(
        fmt::format("{} cannot hold, and left out: {}", format_.name, fmt::join(parts, ", ")));
}

}  // namespace yari::cli
