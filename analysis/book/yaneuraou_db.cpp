// Lines of a .db file to positions, and back.
#include "analysis/book/yaneuraou_db.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "analysis/book/legal_moves.h"
#include "analysis/book/lines.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

constexpr std::size_t longest_db_line = 4096;
/// Of the comments before one line.
constexpr std::size_t most_comment_bytes = std::size_t{64} << 10;

bool is_comment(std::string_view line) { return line.starts_with('#') || line.starts_with("//"); }

/// The word that a missing move is written as.
bool is_no_move(std::string_view word) {
  return word == "none" || word == "None" || word == "resign";
}

/// The next word, up to a blank; a comment ends the words.
std::string_view next_field(std::string_view& rest) {
  while (rest.starts_with(' ') || rest.starts_with('\t')) rest.remove_prefix(1);
  if (is_comment(rest)) return {};
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
  rest.remove_prefix(word.size());
  return word;
}

template <class T>
Result<std::optional<T>> read_value(std::string_view word, std::string_view line,
                                    const char* what) {
  if (word == "none") return std::optional<T>();
  const std::optional<T> value = whole_number<T>(word);
  if (!value)
    return fail(fmt::format("expected {} or none, found {}", what, in_quotes(word)),
                offset_in(line, word));
  return value;
}

class DbReader final : public BookReader {
 public:
  DbReader(BookBytes bytes, const DbReaderOptions& options, OnBookFinding report)
      : lines_(std::move(bytes), longest_db_line, options.buffer_size),
        variant_(options.variant),
        trusted_(options.trusted),
        has_header_(!options.trusted && !options.begins_within),
        report_(std::move(report)) {}

  std::optional<BookEntry> next() override {
    while (true) {
      if (!lines_.next()) return finished();
      const std::string_view line = trimmed(lines_.text());
      if (lines_.number() == 1 && has_header_ && line != yaneuraou_db_header)
        say(Severity::warning, 0,
            fmt::format("expected '{}', found {}", yaneuraou_db_header, in_quotes(line)));
      if (lines_.number() == 1 && line == yaneuraou_db_header) continue;
      if (lines_.too_long()) {
        say(Severity::error, longest_db_line,
            fmt::format("the line has more than {} bytes", longest_db_line));
        continue;
      }
      if (line.empty()) continue;
      if (is_comment(line)) {
        keep_comment();
      } else if (line == "sfen" || line.starts_with("sfen ")) {
        std::optional<BookEntry> done = finished();
        begin_position();
        if (done) return done;
      } else {
        read_move(lines_.text());
      }
    }
  }

  std::optional<Variant> variant() const override { return variant_; }
  std::vector<std::string> last_comments() override { return std::move(comments_); }

 private:
  void say(Severity severity, std::size_t offset, std::string message) const {
    if (report_) report_(lines_.finding(severity, offset, std::move(message)));
  }

  void keep_comment() {
    const std::string_view text = lines_.text();
    if (comment_bytes_ + text.size() > most_comment_bytes) {
      if (!comments_lost_)
        say(Severity::warning, 0,
            fmt::format("more than {} bytes of comment in one place: the rest is left out",
                        most_comment_bytes));
      comments_lost_ = true;
      return;
    }
    comment_bytes_ += text.size();
    comments_.emplace_back(text);
  }

  std::vector<std::string> take_comments() {
    comment_bytes_ = 0;
    comments_lost_ = false;
    return std::exchange(comments_, {});
  }

  Result<Setup> read_position(std::string_view sfen) const {
    if (variant_) return read_sfen(sfen, *variant_);
    Result<Setup> shogi = read_sfen(sfen, Variant::shogi);
    if (shogi) return shogi;
    Result<Setup> yari = read_sfen(sfen, Variant::yari);
    return yari ? yari : shogi;
  }

  void begin_position() {
    const std::string_view line = lines_.text();
    std::string_view sfen = trimmed(line);
    take(sfen, "sfen");
    sfen = trimmed(sfen);
    std::vector<std::string> comments = take_comments();
    skips_ = true;
    const Result<Setup> setup = read_position(sfen);
    const std::size_t at = sfen.empty() ? line.size() : offset_in(line, sfen);
    if (!setup) return say(Severity::error, at + setup.error().offset, setup.error().message);
    if (!trusted_)
      if (const auto faults = faults_of(*setup); !faults.empty())
        return say(Severity::error, at, "the position cannot be played: " + faults.front());
    skips_ = false;
    variant_ = setup->variant;
    entry_.emplace();
    entry_->position = *setup;
    entry_->sfen = sfen;
    entry_->comments = std::move(comments);
    entry_->line = lines_.number();
    places_.clear();
    too_many_ = false;
  }

  void read_move(std::string_view line) {
    std::vector<std::string> comments = take_comments();
    if (skips_) return;
    if (!entry_)
      return say(Severity::error, 0,
                 fmt::format("expected 'sfen' and a position, found {}", in_quotes(line)));
    if (entry_->moves.size() >= most_book_moves) {
      if (!too_many_)
        say(Severity::error, 0,
            fmt::format("the position has more than {} moves", most_book_moves));
      too_many_ = true;
      return;
    }
    Result<BookMove> move = read_book_move(line, *variant_);
    if (!move) return say(Severity::error, move.error().offset, move.error().message);
    move->comments = std::move(comments);
    entry_->moves.push_back(*std::move(move));
    places_.push_back(
        lines_.finding(Severity::error, line.size() - trimmed_front(line).size(), {}));
  }

  /// The position that was begun, its moves judged.
  std::optional<BookEntry> finished() {
    if (entry_ && !trusted_ && !entry_->moves.empty()) judge_moves();
    return std::exchange(entry_, std::nullopt);
  }

  void judge_moves() {
    keep_legal_moves(*entry_, [&](std::size_t i, Severity severity, std::string message) {
      if (!report_) return;
      Diagnostic d = std::move(places_[i]);
      d.severity = severity;
      d.say(book_finding(std::move(message)));
      report_(d);
    });
  }

  BookLines lines_;
  std::optional<Variant> variant_;
  bool trusted_;
  bool has_header_;
  OnBookFinding report_;
  std::optional<BookEntry> entry_;
  /// Where the moves of the position stand.
  std::vector<Diagnostic> places_;
  bool too_many_ = false;
  /// The position was refused, and so its moves.
  bool skips_ = false;
  std::vector<std::string> comments_;
  std::size_t comment_bytes_ = 0;
  bool comments_lost_ = false;
};

template <class T>
void append_value(std::string& out, const std::optional<T>& value) {
  if (!value) {
    out += " none";
    return;
  }
  std::array<char, 24> text{' '};
  const char* const end = std::to_chars(&text[1], text.data() + text.size(), *value).ptr;
  out.append(text.data(), static_cast<std::size_t>(end - text.data()));
}

void append_move(std::string& out, const std::optional<Move>& move, Variant v) {
  if (move && *move)
    append_usi_move(out, *move, v);
  else
    out += "none";
}

/// Books have millions of them: none is made for itself.
void append_line(std::string& out, const BookMove& move, Variant v) {
  append_move(out, move.move, v);
  if (move.fields >= 2) {
    out += ' ';
    append_move(out, move.ponder, v);
  }
  if (move.fields >= 3) append_value(out, move.score);
  if (move.fields >= 4) append_value(out, move.depth);
  if (move.fields >= 5) append_value(out, move.count);
  if (move.rest.empty()) return;
  out += ' ';
  out += move.rest;
}

void append_lines(std::string& out, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    out += line;
    out += '\n';
  }
}

}  // namespace

Result<BookMove> read_book_move(std::string_view line, Variant v) {
  std::string_view rest = line;
  const std::string_view word = next_field(rest);
  BookMove book;
  book.fields = 1;
  if (!is_no_move(word)) {
    const Result<Move> move = read_usi_move(word, v);
    if (!move)
      return fail(move.error().message,
                  (word.empty() ? line.size() : offset_in(line, word)) + move.error().offset);
    book.move = *move;
  }
  if (const std::string_view answer = next_field(rest); !answer.empty()) {
    ++book.fields;
    if (!is_no_move(answer)) {
      const Result<Move> move = read_usi_move(answer, v);
      if (!move) return fail(move.error().message, offset_in(line, answer) + move.error().offset);
      book.ponder = *move;
    }
  }
  if (const std::string_view score = next_field(rest); !score.empty()) {
    ++book.fields;
    const auto value = read_value<int>(score, line, "a score in centipawns");
    if (!value) return tl::unexpected<Error>(value.error());
    book.score = *value;
  }
  if (const std::string_view depth = next_field(rest); !depth.empty()) {
    ++book.fields;
    const auto value = read_value<int>(depth, line, "a depth");
    if (!value) return tl::unexpected<Error>(value.error());
    book.depth = *value;
  }
  if (const std::string_view count = next_field(rest); !count.empty()) {
    ++book.fields;
    const auto value = read_value<std::uint64_t>(count, line, "how often it was played");
    if (!value) return tl::unexpected<Error>(value.error());
    book.count = *value;
  }
  book.rest = trimmed(rest);
  return book;
}

std::string yaneuraou_db_line(const BookMove& move, Variant v) {
  std::string out;
  append_line(out, move, v);
  return out;
}

void append_yaneuraou_db(std::string& out, const BookEntry& entry) {
  append_lines(out, entry.comments);
  out += "sfen ";
  out += entry.sfen;
  out += '\n';
  for (const BookMove& move : entry.moves) {
    append_lines(out, move.comments);
    append_line(out, move, entry.position.variant);
    out += '\n';
  }
}

std::unique_ptr<BookReader> read_yaneuraou_db(BookBytes bytes, const DbReaderOptions& options,
                                              OnBookFinding report) {
  return std::make_unique<DbReader>(std::move(bytes), options, std::move(report));
}

}  // namespace yari
