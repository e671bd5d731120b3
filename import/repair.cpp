#include "import/repair.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace yari {

namespace {

Repair as_it_was(std::string why) { return {.why_not = std::move(why)}; }

}  // namespace

Repair repair(const ReadRecord& read, const ReadOptions& options) {
  const std::optional<Game>& game = read.result.game;
  if (read.result.diagnostics.empty()) return {};
  if (!game) return as_it_was("no game could be read");
  if (game->was_cut()) return as_it_was("a part of it could not be read");
  const Format& format = *read.record.format;
  if (format.write == nullptr) return as_it_was(fmt::format("{} is only read", format.name));
  WriteResult written = format.write(*game, {});
  if (!written.losses.empty())
    return as_it_was(
        fmt::format("{} cannot hold: {}", format.name, fmt::join(written.losses, ", ")));
  ReadOptions strictly = options;
  strictly.strict = true;
  strictly.variant = game->variant;
  const ReadResult again = format.read(written.text, strictly);
  if (!again.game) {
    const auto error = std::ranges::find(again.diagnostics, Severity::error, &Diagnostic::severity);
    return as_it_was(error->message);
  }
  if (*again.game != *game) return as_it_was("it would read as another game");
  return {.text = std::move(written.text)};
}

}  // namespace yari
