// A row for each format.
#include "analysis/book/book_format.h"

#include <algorithm>
#include <array>

#include "analysis/book/usi_book.h"
#include "analysis/book/yaneuraou_db.h"
#include "notation/format.h"
#include "text/text.h"

namespace yari {

namespace {

std::unique_ptr<BookReader> read_db(BookBytes bytes, std::optional<Variant> variant,
                                    OnBookFinding report) {
  return read_yaneuraou_db(std::move(bytes), {.variant = variant}, std::move(report));
}

constexpr std::array<BookFormat, 3> format_rows{{
    {"db", ".db", "YaneuraOu's text book", yaneuraou_db_header, read_db, append_yaneuraou_db, {}},
    {"usi",
     ".usi",
     "USI lines, one for each move",
     {},
     read_usi_book,
     append_usi_book,
     "answers, scores, depths, counts, comments"},
    {"sfen",
     ".sfen",
     "positions alone",
     {},
     read_usi_book,
     append_sfen_book,
     "moves and what is said of them, comments"},
}};

constexpr std::array packed_endings{".gz", ".xz", ".zst", ".bz2"};

}  // namespace

std::span<const BookFormat> book_formats() { return format_rows; }

const BookFormat* book_format_named(std::string_view name) {
  const auto found = std::ranges::find(format_rows, name, &BookFormat::name);
  return found == format_rows.end() ? nullptr : &*found;
}

const BookFormat* book_format_of_name(std::string_view file) {
  for (const std::string_view packed : packed_endings)
    if (file.ends_with(packed)) file.remove_suffix(packed.size());
  const auto found = std::ranges::find_if(
      format_rows, [&](const BookFormat& format) { return file.ends_with(format.ending); });
  return found == format_rows.end() ? nullptr : &*found;
}

const BookFormat& book_format_of_head(std::string_view head) {
  if (is_opening_book(head)) return format_rows[0];
  bool after_position = false;
  for (std::string_view rest = head; !rest.empty();) {
    const std::string_view line = trimmed(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    if (line.empty() || line.starts_with('#') || line.starts_with("//")) continue;
    const bool position = line.starts_with("sfen ") && line.find(" moves") == line.npos;
    if (!position && after_position &&
        (read_book_move(line, Variant::shogi) || read_book_move(line, Variant::yari)))
      return format_rows[0];
    if (!position) break;
    after_position = true;
  }
  return format_rows[1];
}

}  // namespace yari
