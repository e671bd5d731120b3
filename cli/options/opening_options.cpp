#include "cli/options/opening_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal/failure.h"
#include "cli/terminal/text_file.h"
#include "text/text.h"

namespace yari::cli {

void OpeningOptions::declare_file(OptionSet& options) {
  options.text("openings-file", file, "FILE", "names of openings besides those of the program")
      .is(ValueKind::file);
}

void OpeningOptions::declare(OptionSet& options) {
  options
      .toggle(
          "openings", [this](bool on) { typed = on; }, "print what the openings are called")
      .assumed("on a terminal of 110 columns");
  declare_file(options);
}

bool OpeningOptions::are_shown(const Terminal& terminal) const {
  constexpr std::size_t wide = 110;
  return typed.value_or(terminal.width() >= wide && !terminal.wants_json());
}

openings::OpeningList OpeningOptions::list() const {
  openings::OpeningList list = openings::OpeningList::shipped();
  if (!file) return list;
  const std::string text = read_text_file(*file);
  const Result<openings::OpeningList> own = openings::OpeningList::read(text);
  if (!own) {
    const std::string_view before = std::string_view(text).substr(0, own.error().offset);
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    throw Failure(fmt::format("{}:{}:{}: {}", *file, line, column, own.error().message));
  }
  list.append(*own);
  return list;
}

}  // namespace yari::cli
