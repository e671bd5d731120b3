// Lines of games to the positions in them, and positions to lines.
#include "analysis/book/usi_book.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/book/lines.h"
#include "notation/usi/usi_line.h"
#include "rules/position.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr std::size_t longest_game_line = std::size_t{64} << 10;

class UsiBookReader final : public BookReader {
 public:
  UsiBookReader(BookBytes bytes, std::optional<Variant> variant, OnBookFinding report)
      : head_(take_bytes(bytes, longest_game_line)),
        lines_(with_beginning(head_, std::move(bytes)), longest_game_line),
        variant_(variant),
        variant_of_file_(variant_of_usi_lines(head_)),
        report_(std::move(report)) {}

  std::optional<BookEntry> next() override {
    while (at_ == moves_.size() && !alone_)
      if (!read_line()) return std::nullopt;
    BookEntry entry;
    entry.line = lines_.number();
    with_variant(here_.variant, [&]<class V>(V) {
      Position<V> position = *Position<V>::from(here_);
      entry.position = here_;
      entry.sfen = write_sfen(here_);
      if (alone_) return;
      entry.moves.push_back({.move = moves_[at_], .count = 1});
      position.play(moves_[at_]);
      here_ = position.setup();
    });
    if (!alone_) ++at_;
    alone_ = false;
    return entry;
  }

  std::optional<Variant> variant() const override { return variant_; }

 private:
  /// Goes to the next line that is read; false at the end.
  bool read_line() {
    while (lines_.next()) {
      if (trimmed(lines_.text()).empty() || begins_with_remark(trimmed(lines_.text()))) continue;
      if (lines_.too_long()) {
        report_(lines_.finding(Severity::error, longest_game_line,
                               fmt::format("the line has more than {} bytes", longest_game_line)));
        continue;
      }
      ReadOptions options;
      options.strict = true;
      options.variant = variant_;
      options.variant_of_file = variant_of_file_;
      options.first_line = lines_.number();
      ReadResult read = read_usi_line(lines_.text(), options);
      for (const Diagnostic& d : read.diagnostics)
        if (report_ && d.severity != Severity::note) report_(d);
      if (!read.game) continue;
      const Variant variant = read.game->variant;
      if (variant_.value_or(variant) != variant) {
        if (report_)
          report_(lines_.finding(Severity::error, 0,
                                 fmt::format("the book is of {}, and this line of {}",
                                             info(*variant_).name, info(variant).name)));
        continue;
      }
      variant_ = variant;
      here_ = read.game->start;
      moves_ = read.game->moves.main_moves();
      at_ = 0;
      alone_ = moves_.empty();
      return true;
    }
    return false;
  }

  static bool begins_with_remark(std::string_view line) {
    return line.starts_with('#') || line.starts_with("//");
  }

  std::string head_;
  BookLines lines_;
  /// A line may be of either game: then the others say which.
  std::optional<Variant> variant_, variant_of_file_;
  OnBookFinding report_;
  Setup here_;
  std::vector<Move> moves_;
  std::size_t at_ = 0;
  /// The line has no moves, and its position was not given yet.
  bool alone_ = false;
};

}  // namespace

std::unique_ptr<BookReader> read_usi_book(BookBytes bytes, std::optional<Variant> variant,
                                          OnBookFinding report) {
  return std::make_unique<UsiBookReader>(std::move(bytes), variant, std::move(report));
}

void append_usi_book(std::string& out, const BookEntry& entry) {
  bool any = false;
  for (const BookMove& m : entry.moves) {
    if (!m.move) continue;
    any = true;
    out += fmt::format("sfen {} moves {}\n", write_sfen(entry.position),
                       write_usi_move(m.move, entry.position.variant));
  }
  if (!any) out += fmt::format("sfen {}\n", write_sfen(entry.position));
}

void append_sfen_book(std::string& out, const BookEntry& entry) {
  append_sfen(out, entry.position);
  out += '\n';
}

}  // namespace yari
