// Cutting a file of Hodges records into records, and telling such a file by its looks.
#include <algorithm>
#include <vector>

#include "notation/hodges/hodges.h"
#include "notation/hodges/lexer.h"
#include "notation/hodges/move_text.h"
#include "notation/hodges/tags.h"

namespace yari {

namespace {

// Goes through a file line by line, knowing whether it is inside a comment.
class RecordScanner {
 public:
  explicit RecordScanner(std::string_view text) : text_(text) {}

  // The length of the first record; npos when its end is not in the text.
  std::size_t scan() {
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = text_.find('\n', at);
      const bool whole = end != std::string_view::npos;
      if (!whole) end = text_.size();
      const std::string_view line = text_.substr(at, end - at);
      if (starts_record(line, at)) return remarks_at_ != 0 ? remarks_at_ : at;
      take(line, at);
      at = end + 1;
    }
    return std::string_view::npos;
  }

 private:
  bool starts_record(std::string_view line, std::size_t at) const {
    // Without moves a second tag of a name, behind a blank line, tells the next record.
    if (!seen_moves_) return after_blank_ && is_tag_at(text_, at) && has_name(name_of(line));
    // A comment that is not closed must not take the following records with it.
    if (depth_ != 0 && !after_blank_) return false;
    if (is_tag_at(text_, at)) return true;
    if (depth_ != 0 || !(line.starts_with("1.") || line.starts_with("1 "))) return false;
    return after_blank_ || is_result_word(last_line_.substr(last_line_.find_last_of(" \t") + 1));
  }

  // Of the tag on `line`.
  static std::string_view name_of(std::string_view line) {
    return line.substr(1, line.find_first_of(" \t\"") - 1);
  }

  bool has_name(std::string_view name) const {
    return std::any_of(names_.begin(), names_.end(),
                       [name](std::string_view seen) { return same_word(seen, name); });
  }

  void take(std::string_view line, std::size_t at) {
    const std::string_view words = trimmed(line);
    if (words.empty()) {
      after_blank_ = true;
      return;
    }
    if (depth_ == 0 && words[0] == ';') return remark(at);
    after_blank_ = false;
    remarks_at_ = 0;
    last_line_ = words;
    if (depth_ == 0 && !seen_moves_ && words[0] == '[') {
      if (names_.size() < max_names && is_tag_at(text_, at)) names_.push_back(name_of(line));
      return;
    }
    seen_moves_ = true;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (c == ';' && depth_ == 0) return;
      if (c == '\\' && depth_ != 0) ++i;
      if (c == '{') ++depth_;
      // The first "}" ends a comment whose braces do not balance; the reader sorts that out.
      if (c == '}' && depth_ != 0) --depth_;
    }
  }

  // Lines behind a blank line are said of the next record, those at the front of none.
  void remark(std::size_t at) {
    if (after_blank_ && remarks_at_ == 0) remarks_at_ = at;
    if (names_.empty()) seen_moves_ = true;
  }

  static constexpr std::size_t max_names = 100;

  std::string_view text_;
  std::size_t depth_ = 0;
  bool seen_moves_ = false;
  bool after_blank_ = true;
  /// Of the first tags: more than games have.
  std::vector<std::string_view> names_;
  /// Where the remarks just read begin; 0: there are none that a blank line precedes.
  std::size_t remarks_at_ = 0;
  /// The last that was neither blank nor a remark.
  std::string_view last_line_;
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
  HodgesLexer lexer(head, at);
  for (HodgesToken t = lexer.next(); t.type != HodgesToken::Type::end; t = lexer.next()) {
    MoveText move;
    if (t.type == HodgesToken::Type::move &&
        (read_move_text<Shogi>(t.text, move) == t.text.size() ||
         read_move_text<YariShogi>(t.text, move) == t.text.size())) {
      ++looks.moves;
      if (move.from_file >= 0 && move.from_rank >= 0) ++looks.long_moves;
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
  const std::size_t length = RecordScanner(text).scan();
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
