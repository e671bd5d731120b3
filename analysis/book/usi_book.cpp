// Lines of games to the positions in them, and positions to lines.
#include "analysis/book/usi_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

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
      : rest_(std::move(bytes)),
        lines_([this](char* to, std::size_t size) { return take(to, size); }, longest_game_line),
        variant_(variant),
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
    if (!looked_) look_ahead();
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

  /// A line may be of either game: then the others say which.
  void look_ahead() {
    looked_ = true;
    head_ = take_bytes(rest_, longest_game_line);
    variant_of_file_ = variant_of_usi_lines(head_);
  }

  std::size_t take(char* to, std::size_t size) {
    if (head_used_ == head_.size()) return rest_(to, size);
    const std::size_t n = std::min(size, head_.size() - head_used_);
    std::memcpy(to, head_.data() + head_used_, n);
    head_used_ += n;
    return n;
  }

  static bool begins_with_remark(std::string_view line) {
    return line.starts_with('#') || line.starts_with("//");
  }

  BookBytes rest_;
  /// The beginning of the file, and how much of it was handed on.
  std::string head_;
  std::size_t head_used_ = 0;
  bool looked_ = false;
  BookLines lines_;
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
