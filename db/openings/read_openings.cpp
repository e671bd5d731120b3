// Reading lists of names: a row a line, fields between bars.
#include <fmt/format.h>

#include <cctype>
#include <charconv>

#include "db/openings/opening_list.h"
#include "rules/color_name.h"
#include "rules/variant.h"
#include "text/ascii.h"

namespace yari::openings {

namespace {

constexpr std::string_view blanks = " \t\r";

/// A piece of the text, and where it begins in it.
struct Part {
  std::string_view text;
  std::size_t offset = 0;
};

Part trimmed(Part part) {
  const std::size_t from = std::min(part.text.find_first_not_of(blanks), part.text.size());
  const std::size_t end = part.text.find_last_not_of(blanks) + 1;
  return {part.text.substr(from, std::max(end, from) - from), part.offset + from};
}

std::vector<Part> split(Part part, std::string_view separators) {
  std::vector<Part> parts;
  for (std::size_t at = 0; at <= part.text.size();) {
    const std::size_t end = std::min(part.text.find_first_of(separators, at), part.text.size());
    parts.push_back(trimmed({part.text.substr(at, end - at), part.offset + at}));
    at = end + 1;
  }
  return parts;
}

tl::unexpected<Error> expected(std::string_view what, const Part& found) {
  return fail(fmt::format("expected {}, found '{}'", what, found.text), found.offset);
}

std::optional<Kind> kind_of(char letter, const VariantInfo& info) {
  for (int i = 0; i < 8; ++i)
    if (const Kind kind{static_cast<std::uint8_t>(i)};
        info[kind].exists &&
        info[kind].letter == static_cast<char>(std::toupper(static_cast<unsigned char>(letter))))
      return kind;
  return std::nullopt;
}

/// "R2h": an own rook on 2h; "b2b": the opponent's bishop; "B*": in the own hand; "+R2c": promoted.
Result<Cell> read_cell(const Part& part, const VariantInfo& info) {
  constexpr std::string_view what = "a piece with a square or a star, such as R2h, b2b or B*";
  std::string_view text = part.text;
  const bool is_promoted = text.starts_with('+');
  if (is_promoted) text.remove_prefix(1);
  const std::optional<Kind> kind = text.empty() ? std::nullopt : kind_of(text[0], info);
  if (!kind) return expected(what, part);
  const Color side =
      std::islower(static_cast<unsigned char>(text[0])) ? Color::white : Color::black;
  const Piece piece(side, is_promoted ? promoted(*kind) : *kind);
  if (text.substr(1) == "*" && !is_promoted && *kind != general) return Cell{piece, std::nullopt};
  if (text.size() != 3) return expected(what, part);
  const int file = text[1] - '1', rank = text[2] - 'a';
  if (file < 0 || file >= info.files || rank < 0 || rank >= rank_count) return expected(what, part);
  return Cell{piece, Square(file * rank_count + rank)};
}

Result<Condition> read_condition(Part part, const VariantInfo& info) {
  Condition condition;
  condition.absent = part.text.starts_with('!');
  if (condition.absent) part = {part.text.substr(1), part.offset + 1};
  for (const Part& alternative : split(part, "|")) {
    const Result<Cell> cell = read_cell(alternative, info);
    if (!cell) return tl::unexpected(cell.error());
    condition.any.push_back(*cell);
  }
  return condition;
}

Condition turned(Condition condition, const VariantInfo& info) {
  for (Cell& cell : condition.any) {
    cell.piece = Piece(~cell.piece.color(), cell.piece.kind());
    if (cell.square) cell.square = Square(info.squares() - 1 - index(*cell.square));
  }
  return condition;
}

/// Reads the lines one after the other.
class Reader {
 public:
  Result<void> read_line(Part line) {
    line = trimmed(line);
    if (line.text.empty() || line.text.starts_with('#')) return {};
    return line.text.starts_with('[') ? read_section(line) : read_row(line);
  }
  std::vector<OpeningName> take() { return std::move(names_); }

 private:
  Result<void> read_section(const Part& line) {
    for (const Variant v : {Variant::yari, Variant::shogi})
      if (line.text == fmt::format("[{}]", info(v).id)) {
        variant_ = v;
        return {};
      }
    return expected("[shogi] or [yari]", line);
  }

  // The position, the last field, has bars of its own.
  static std::vector<Part> fields_of(Part line) {
    std::vector<Part> fields;
    for (std::size_t bar; fields.size() < 4 && (bar = line.text.find('|')) != line.text.npos;) {
      fields.push_back(trimmed({line.text.substr(0, bar), line.offset}));
      line = {line.text.substr(bar + 1), line.offset + bar + 1};
    }
    fields.push_back(trimmed(line));
    return fields;
  }

  Result<void> read_row(const Part& line) {
    const std::vector<Part> fields = fields_of(line);
    if (!variant_) return expected("[shogi] or [yari] first", line);
    if (fields.size() != 5)
      return expected("opening or castle | English | Japanese | last ply | position", line);
    OpeningName name;
    name.variant = *variant_;
    if (fields[0].text == "castle")
      name.kind = OpeningName::Kind::castle;
    else if (fields[0].text != "opening")
      return expected("opening or castle", fields[0]);
    name.english = fields[1].text;
    name.japanese = fields[2].text;
    if (name.english.empty() && name.japanese.empty()) return expected("a name", fields[1]);
    const std::string_view until = fields[3].text;
    const auto [end, error] =
        std::from_chars(until.data(), until.data() + until.size(), name.until);
    if (error != std::errc() || end != until.data() + until.size() || name.until < 0 ||
        name.until > 1000)
      return expected("a number of plies up to 1000", fields[3]);
    return read_position(fields[4], std::move(name));
  }

  Result<void> read_position(const Part& field, OpeningName name) {
    const VariantInfo& about = info(name.variant);
    for (const Part& word : split(field, " \t")) {
      if (word.text.empty()) continue;
      if (const std::optional<Color> side = side_named(word.text)) {
        name.side = side;
        continue;
      }
      const Result<Condition> condition = read_condition(word, about);
      if (!condition) return tl::unexpected(condition.error());
      name.conditions[Color::black].push_back(*condition);
      name.conditions[Color::white].push_back(turned(*condition, about));
    }
    if (name.conditions[Color::black].empty()) return expected("a position", field);
    names_.push_back(std::move(name));
    return {};
  }

  std::optional<Variant> variant_;
  std::vector<OpeningName> names_;
};

}  // namespace

Result<OpeningList> OpeningList::read(std::string_view text) {
  Reader reader;
  for (const Part& line : split({text, 0}, "\n"))
    if (const Result<void> read = reader.read_line(line); !read)
      return tl::unexpected(read.error());
  OpeningList list;
  list.names_ = reader.take();
  list.watch();
  return list;
}

}  // namespace yari::openings
