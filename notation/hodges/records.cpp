// Cutting a file of Hodges records into records, and telling such a file by its looks.
#include <algorithm>
#include <array>
#include <vector>

#include "notation/hodges/hodges.h"
#include "notation/hodges/scanner.h"
#include "notation/hodges/tags.h"

namespace yari {

namespace {

// Goes through a file line by line, and over comments as the reader does.
class RecordScanner {
 public:
  RecordScanner(std::string_view text, bool at_end) : text_(text), at_end_(at_end) {}

  // The length of the first record; npos when its end is not in the text.
  std::size_t scan() {
    while (at_ < text_.size()) {
      const std::size_t start = at_;
      if (starts_record(start)) return remarks_at_ != npos ? remarks_at_ : start;
      if (!take_line(start)) return npos;
    }
    return npos;
  }

 private:
  bool starts_record(std::size_t at) const {
    if (is_tag_at(text_, at)) {
      if (seen_moves_ || commented_) return true;
      // Without moves a second tag of a name, after a blank line, begins the next record.
      return after_blank_ && has_name(name_of(line_at(text_, at)));
    }
    if (!seen_moves_ || !(after_blank_ || after_result_)) return false;
    const std::string_view line = line_at(text_, at);
    if (!at_end_ && text_.find('\n', at) == npos) return false;
    return begins_moves(trimmed(line));
  }

  // "1. P-7f"; after a result "1... P-3d" and a move without a number, too.
  bool begins_moves(std::string_view line) const {
    const std::size_t digits = line.starts_with('1') ? 1 : 0;
    if (digits != 0 && (line.substr(1).starts_with('.') || line.substr(1).starts_with(' '))) {
      const std::string_view rest = trimmed(line.substr(2));
      return after_result_ || !(rest.starts_with("..") || line.starts_with("1..."));
    }
    if (!after_result_ || !after_blank_) return false;
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    MoveText move;
    return !word.empty() && read_move_text(word, move) == word.size() && !may_be_word(word);
  }

  // Of the tag on `line`.
  static std::string_view name_of(std::string_view line) {
    return line.substr(1, line.find_first_of(" \t\"") - 1);
  }

  bool has_name(std::string_view name) const {
    return std::any_of(names_.begin(), names_.end(),
                       [name](std::string_view seen) { return same_word(seen, name); });
  }

  // Takes the line at `start`, and the lines that a comment on it goes on to. False: a comment does
  // not end in the text.
  bool take_line(std::size_t start) {
    const std::string_view line = line_at(text_, start);
    const std::string_view words = trimmed(line);
    at_ = start_of_next_line(start);
    if (words.empty()) {
      after_blank_ = true;
      return true;
    }
    if (words[0] == ';' || words[0] == '#') return remark(start, words), true;
    at_front_ = after_blank_ = after_result_ = false;
    remarks_at_ = npos;
    return take_words(start);
  }

  bool take_words(std::size_t at) {
    std::size_t end = start_of_next_line(at);
    std::array<std::size_t, 3> last_words{at, at, at};
    bool in_word = false;
    while (at < end) {
      const char c = text_[at];
      if (c == ';') break;
      const bool blank = is_space(c) || c == '~';
      if (!blank && !in_word) last_words = {last_words[1], last_words[2], at};
      in_word = !blank;
      if (c == '[' && !seen_moves_ && !commented_ && is_like_tag(line_at(text_, at))) {
        const std::string_view tag = line_at(text_, at);
        if (names_.size() < max_names && is_tag_at(tag, 0)) names_.push_back(name_of(tag));
        at += tag_length(tag);
      } else if (c == '{' || c == '[') {
        const std::optional<CommentEnd> comment = end_of_comment(text_, at, at_end_);
        if (!comment) return false;
        commented_ = !names_.empty();
        at = comment->at;
        after_blank_ = !comment->closed;
        // The rest of the line on which the comment ends belongs to it.
        if (at > end) end = text_[at - 1] == '\n' ? at : start_of_next_line(at);
      } else {
        seen_moves_ = seen_moves_ || !blank;
        ++at;
      }
    }
    at_ = end;
    after_result_ = std::ranges::any_of(
        last_words, [&](std::size_t word) { return is_result(text_.substr(word, at - word)); });
    return true;
  }

  std::size_t start_of_next_line(std::size_t at) const {
    const std::size_t end = text_.find('\n', at);
    return end == npos ? text_.size() : end + 1;
  }

  // "1-0", "0 - 1", "{1-0}".
  static bool is_result(std::string_view words) {
    words = trimmed(words);
    if (words.starts_with('{') && words.ends_with('}')) {
      words = trimmed(words.substr(1, words.size() - 2));
    }
    GameResult result{};
    return !words.empty() && result_at(words, 0, result) == words.size();
  }

  // Remarks after a blank line are said of the next record. A remark that says nothing ("# ----")
  // is such a line. Remarks that begin with ';' at the front are of no record.
  void remark(std::size_t at, std::string_view words) {
    const bool says_something = words.find_first_not_of(";# \t-=*") != npos;
    if (!says_something) after_blank_ = true;
    if (after_blank_ && remarks_at_ == npos && at != 0) remarks_at_ = at;
    if (words[0] == '#') {
      at_front_ = false;
    } else if (at_front_) {
      seen_moves_ = true;
    }
  }

  static constexpr std::size_t npos = std::string_view::npos;
  static constexpr std::size_t max_names = 100;

  std::string_view text_;
  bool at_end_;
  std::size_t at_ = 0;
  /// Nothing but remarks that begin with ';' has come.
  bool at_front_ = true;
  bool seen_moves_ = false;
  /// A comment came after tags.
  bool commented_ = false;
  bool after_blank_ = true;
  /// The last line that was neither blank nor a remark ended with a result.
  bool after_result_ = false;
  /// Of the first tags: more than games have.
  std::vector<std::string_view> names_;
  /// Where the remarks just read begin; npos: there are none that a blank line precedes.
  std::size_t remarks_at_ = npos;
};

struct Looks {
  int tags = 0;
  int moves = 0;
  int long_moves = 0;
  int others = 0;
};

Looks looks_of(std::string_view head) {
  Looks looks;
  std::size_t at = 0;
  Findings ignored(head, {});
  looks.tags = static_cast<int>(read_tags(head, at, ignored).tags.size());
  const ScannedMoves scanned = scan_moves(head, at);
  for (const HodgesToken& t : scanned.tokens) {
    if (t.type == HodgesToken::Type::move && !may_be_word(scanned.text_of(t))) {
      ++looks.moves;
      if (t.move.from_file >= 0 && t.move.from_rank >= 0) ++looks.long_moves;
    } else if (t.type == HodgesToken::Type::word || t.type == HodgesToken::Type::stray) {
      ++looks.others;
    }
  }
  return looks;
}

int likeness(const Looks& l) {
  if (l.moves == 0) return l.tags >= 2 ? 50 : 0;
  if (l.moves * 2 < l.others) return l.tags >= 2 ? 40 : 10;
  return l.tags > 0 ? 90 : 70;
}

}  // namespace

std::size_t hodges_record_length(std::string_view text, bool at_end) {
  const std::size_t length = RecordScanner(text, at_end).scan();
  if (length != std::string_view::npos) return length;
  return at_end ? text.size() : 0;
}

int hodges_likeness(std::string_view head) { return likeness(looks_of(head)); }

int psn_likeness(std::string_view head) {
  const Looks looks = looks_of(head);
  const int n = likeness(looks);
  return n != 0 && looks.long_moves * 2 > looks.moves ? n + 1 : std::max(0, n - 1);
}

}  // namespace yari
