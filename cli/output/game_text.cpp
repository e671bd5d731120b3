#include "cli/output/game_text.h"

#include <fmt/format.h>

#include "cli/terminal/text.h"
#include "rules/outcome.h"

namespace yari::cli {

namespace {

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t used = display_width(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string or_unknown(std::string_view text) { return text.empty() ? "?" : printable(text); }

}  // namespace

std::string players(const GameHeader& header) {
  return fmt::format("{} - {}", or_unknown(header.black), or_unknown(header.white));
}

std::vector<Column> game_columns(std::size_t least) {
  // Names are worth more than dates.
  return {{"game", 7, 7, true},
          {"date", 10, 10, false, 3},
          {"players", 36, least},
          {"result", 7, 7, false, 2}};
}

std::vector<std::string> game_cells(const GameHeader& header) {
  return {std::to_string(header.id), header.date ? write_date(*header.date) : "", players(header),
          std::string(name(header.result))};
}

std::string occasion(const GameHeader& header) {
  if (header.handicap.empty()) return header.event;
  return fmt::format("[{}]{}{}", header.handicap, header.event.empty() ? "" : " ", header.event);
}

std::string header_line(const GameHeader& header) {
  std::string line =
      fmt::format("{:>7}  {}  {}  {}  {:>3} plies", header.id,
                  padded(header.date ? write_date(*header.date) : "", 10),
                  padded(players(header), 36), padded(name(header.result), 7), header.plies);
  if (const std::string rest = occasion(header); !rest.empty()) line += "  " + printable(rest);
  return line;
}

void print_header(Terminal& terminal, const GameHeader& header) {
  const std::string line = header_line(header);
  terminal.write((terminal.width() > 0 ? shortened(line, terminal.width()) : line) + '\n');
}

}  // namespace yari::cli
