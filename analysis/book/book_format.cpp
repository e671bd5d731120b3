// A row for each format.
#include "analysis/book/book_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "analysis/book/apery_book.h"
#include "analysis/book/usi_book.h"
#include "analysis/book/yaneuraou_db.h"
#include "analysis/book/ybb.h"
#include "notation/format.h"
#include "text/text.h"

namespace yari {

namespace {

std::unique_ptr<BookReader> read_db(BookBytes bytes, std::optional<Variant> variant,
                                    OnBookFinding report) {
  return read_yaneuraou_db(std::move(bytes), {.variant = variant}, std::move(report));
}

/// A header, and the positions as text.
class TextWriter final : public BookWriter {
 public:
  using Append = void (*)(std::string&, const BookEntry&);
  TextWriter(BookSink sink, Append append, bool has_comments)
      : sink_(std::move(sink)), append_(append), has_comments_(has_comments) {}

  void write(const BookEntry& entry) override {
    text_.clear();
    append_(text_, entry);
    sink_(text_);
  }

  void write_comments(const std::vector<std::string>& lines) override {
    // Another format would take them for what they are not.
    if (!has_comments_) return;
    for (const std::string& line : lines) sink_(line + '\n');
  }

 private:
  BookSink sink_;
  Append append_;
  bool has_comments_;
  std::string text_;
};

std::unique_ptr<BookWriter> write_db(BookSink sink) {
  sink(std::string(yaneuraou_db_header) + '\n');
  return std::make_unique<TextWriter>(std::move(sink), append_yaneuraou_db, true);
}

std::unique_ptr<BookWriter> write_usi(BookSink sink) {
  return std::make_unique<TextWriter>(std::move(sink), append_usi_book, false);
}

std::unique_ptr<BookWriter> write_sfens(BookSink sink) {
  return std::make_unique<TextWriter>(std::move(sink), append_sfen_book, false);
}

constexpr std::array<BookFormat, 5> format_rows{{
    {"db", ".db", "YaneuraOu's text book", {}, read_db, write_db, {}},
    {"ybb",
     ".ybb",
     "YaneuraOu's binary book",
     Variant::shogi,
     read_ybb,
     write_ybb,
     {"answers", "counts", "comments"}},
    {"apery",
     ".bin",
     "Apery's book",
     Variant::shogi,
     read_apery,
     write_apery,
     {"answers", "depths", "comments", "move numbers"}},
    {"usi",
     ".usi",
     "USI lines, one for each move",
     {},
     read_usi_book,
     write_usi,
     {"answers", "scores", "depths", "counts", "comments"}},
    {"sfen",
     ".sfen",
     "positions alone",
     {},
     read_usi_book,
     write_sfens,
     {"moves", "answers", "scores", "depths", "counts", "comments"}},
}};

constexpr std::array packed_endings{".gz", ".xz", ".zst", ".bz2"};

/// A line of "sfen" without moves, and then a line of a move.
bool is_headless_db(std::string_view head) {
  bool after_position = false;
  for (std::string_view rest = head; !rest.empty();) {
    const std::string_view line = trimmed(rest.substr(0, rest.find('\n')));
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    if (line.empty() || line.starts_with('#') || line.starts_with("//")) continue;
    const bool position = line.starts_with("sfen ") && line.find(" moves") == line.npos;
    if (!position)
      return after_position &&
             (read_book_move(line, Variant::shogi) || read_book_move(line, Variant::yari));
    after_position = true;
  }
  return false;
}

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

const BookFormat* book_format_of(std::string_view head, std::string_view file) {
  if (head.starts_with(ybb_magic)) return book_format_named("ybb");
  if (is_opening_book(head)) return book_format_named("db");
  const BookFormat* named = book_format_of_name(file);
  if (named != nullptr && named->name == "apery") return named;
  if (head.find('\0') != head.npos) return nullptr;
  return book_format_named(is_headless_db(head) ? "db" : "usi");
}

std::string lost_between(const BookFormat& from, const BookFormat& to) {
  std::vector<std::string_view> lost;
  for (const std::string_view item : to.loses)
    if (!item.empty() && std::ranges::find(from.loses, item) == from.loses.end())
      lost.push_back(item);
  return fmt::format("{}", fmt::join(lost, ", "));
}

}  // namespace yari
