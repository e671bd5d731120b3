// Cutting a file of Hodges records into records, and telling such a file by its looks.
#include <algorithm>
#include <array>
#include <vector>

#include "notation/hodges/hodges.h"
#include "notation/hodges/scanner.h"
#include "notation/hodges/tags.h"
#include "text/text.h"

namespace yari {

namespace {

// Goes through a file line by line, and over comments as the reader does.
class RecordScanner {
 public:
  RecordScanner(std::string_view text, bool at_end) : text_(text), at_end_(at_end) {
    constexpr std::size_t usual_tags = 16;
    names_.reserve(usual_tags);
  }

  // The length of the first record; npos when its end is not in the text.
  std::size_t scan() {
    while (at_ < text_.size()) {
      const std::size_t start = at_;
      end_of_line_ = std::min(text_.find('\n', start), text_.size());
      if (!is_enough(start)) return npos;
      const std::string_view line = text_.substr(start, end_of_line_ - start);
      const std::string_view beginning = trimmed(line.substr(0, enough));
      if (starts_record(start, beginning)) return remarks_at_ != npos ? remarks_at_ : start;
      if (starts_opening(beginning)) return hash_at_;
      if (!take_line(start, trimmed(line))) return npos;
      if (glued_at_ != npos) return glued_at_;
    }
    return npos;
  }

 private:
  // The first bytes of a line say what begins there. Where the text ends within the line, all of
  // these must be there: otherwise more text could change the answer.
  static constexpr std::size_t enough = 400;
  bool is_enough(std::size_t at) const {
    return at_end_ || end_of_line_ < text_.size() || text_.size() - at >= enough;
  }

  bool starts_record(std::size_t at, std::string_view line) const {
    if (is_tag_at(text_, at)) {
      if (seen_moves_ || commented_) return true;
      // Without moves a second tag of a name, after a blank line, begins the next record.
      return after_blank_ && has_name(name_of(line));
    }
    return seen_moves_ && begins_moves(line);
  }

  // "1. P-7f" after a blank line or a result; "1... P-3d" after a result; a move without a number
  // after both. For most lines the first character decides.
  bool begins_moves(std::string_view line) const {
    if (line.starts_with("1.") || line.starts_with("1 ")) {
      const bool goes_on =
          trimmed(line.substr(2)).starts_with("..") || line.starts_with("1...") || after_branch_;
      return (after_blank_ && !goes_on) || after_result();
    }
    return after_blank_ && begins_with_move(line) && after_result();
  }

  // In a book of openings, as GNU Shogi has them, every line of play stands between two lines that
  // begin with '#', and there are no tags.
  bool starts_opening(std::string_view line) const {
    if (!hash_before_moves_ || hash_at_ == npos || !names_.empty()) return false;
    if (line.starts_with("1.") || line.starts_with("1 ")) {
      return !trimmed(line.substr(2)).starts_with("..") && !line.starts_with("1...");
    }
    return begins_with_move(line);
  }

  static bool begins_with_move(std::string_view line) {
    if (line.empty()) return false;
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    MoveText move;
    return read_move_text(word, move) == word.size() && !may_be_word(word);
  }

  // Of the tag on `line`.
  static std::string_view name_of(std::string_view line) {
    std::size_t end = 1;
    while (end < line.size() && is_name_char(line[end])) ++end;
    return line.substr(1, end - 1);
  }

  bool has_name(std::string_view name) const {
    return std::any_of(names_.begin(), names_.end(),
                       [name](std::string_view seen) { return same_word(seen, name); });
  }

  // Takes the line at `start`, and the lines that a comment on it goes on to. False: more text is
  // needed, since a comment does not end in this one.
  bool take_line(std::size_t start, std::string_view line) {
    at_ = next_line();
    if (line.empty()) {
      after_blank_ = true;
      return true;
    }
    if (line[0] == ';' || line[0] == '#') return remark(start, line), true;
    if (hash_at_ != npos && !seen_moves_) hash_before_moves_ = true;
    at_front_ = after_blank_ = false;
    remarks_at_ = hash_at_ = npos;
    last_words_ = {start, start};
    std::uint32_t number = 0;
    after_branch_ = branch_at(line, 0, number) != 0;
    // "B*3e #": the sign before the next moves stands at the end of this line.
    const std::size_t hash = hash_before_moves_ ? line.find(" #") : npos;
    if (hash != npos) hash_at_ = offset_in(text_, line) + hash + 1;
    return take_words(start);
  }

  bool take_words(std::size_t at) {
    for (;;) {
      const std::size_t mark = next_mark(at);
      seen_moves_ = seen_moves_ || !std::all_of(text_.begin() + offset(at),
                                                text_.begin() + offset(mark), is_hodges_blank);
      at = mark;
      if (at == at_ || text_[at] == ';') break;
      if (seen_moves_ && !is_enough(at)) return false;
      const std::string_view line = text_.substr(at, end_of_line_ - at);
      if (!seen_moves_ && !commented_ && is_like_tag(line)) {
        if (names_.size() < max_names && is_tag_at(line, 0)) names_.push_back(name_of(line));
        at += tag_length(line);
      } else if (seen_moves_ && is_next_tag(at, line)) {
        glued_at_ = at;
        return true;
      } else if (!take_comment(at)) {
        return false;
      }
    }
    last_words_.end = at;
    return true;
  }

  // Whether the tag at `at`, after moves on its line, is the next game's: "1-0[Event "A"]". After a
  // result any tag is; elsewhere brackets hold comments, unless they name what every game has.
  bool is_next_tag(std::size_t at, std::string_view line) {
    if (!is_tag_at(line, 0) || !is_whole_tag(line.substr(0, enough))) return false;
    constexpr std::array<std::string_view, 15> usual = {
        "Event", "Site", "Date",   "Round",   "Black", "White", "Sente",   "Gote",
        "SFEN",  "FEN",  "Result", "Variant", "Rules", "Game",  "Handicap"};
    const std::string_view name = name_of(line);
    if (std::any_of(usual.begin(), usual.end(),
                    [name](std::string_view word) { return same_word(word, name); }))
      return true;
    last_words_.end = at;
    return after_result();
  }

  // The first ';', '[' or '{' of the line, or its end.
  std::size_t next_mark(std::size_t at) const {
    static constexpr auto is_mark = [] {
      std::array<bool, 256> table{};
      table[';'] = table['['] = table['{'] = true;
      return table;
    }();
    while (at < at_ && !is_mark[octet(text_[at])]) ++at;
    return at;
  }

  bool take_comment(std::size_t& at) {
    const std::optional<CommentEnd> comment = end_of_comment(text_, at, at_end_);
    if (!comment) return false;
    commented_ = !names_.empty();
    last_words_.begin = comment->closed ? at : comment->at;
    at = comment->at;
    after_blank_ = !comment->closed;
    if (at <= at_) return true;
    // The rest of the line on which the comment ends belongs to it.
    end_of_line_ = text_[at - 1] == '\n' ? at - 1 : std::min(text_.find('\n', at), text_.size());
    at_ = next_line();
    return true;
  }

  std::size_t next_line() const { return std::min(end_of_line_ + 1, text_.size()); }

  static std::ptrdiff_t offset(std::size_t at) { return static_cast<std::ptrdiff_t>(at); }

  // Whether the last line that was neither blank nor a remark ended with a result of one to three
  // words, or with a comment that is one. Only where the next line can begin a record is it asked.
  bool after_result() const {
    const std::string_view words =
        trimmed(text_.substr(last_words_.begin, last_words_.end - last_words_.begin));
    std::size_t begin = words.size();
    for (int n = 0; n < 3 && begin != 0; ++n) {
      while (begin > 0 && is_hodges_blank(words[begin - 1])) --begin;
      while (begin > 0 && !is_hodges_blank(words[begin - 1])) --begin;
      if (is_result(words.substr(begin))) return true;
    }
    return is_result(words);
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

  // Remarks after a blank line belong to the next record. A remark that says nothing ("# ----")
  // is such a line. Remarks that begin with ';' at the front are of no record.
  void remark(std::size_t at, std::string_view words) {
    const bool says_something = words.find_first_not_of(";# \t-=*") != npos;
    if (!says_something) after_blank_ = true;
    if (after_blank_ && remarks_at_ == npos && at != 0) remarks_at_ = at;
    if (words[0] == '#') {
      if (hash_at_ == npos) hash_at_ = at;
      at_front_ = false;
    } else if (at_front_) {
      seen_moves_ = true;
    }
  }

  static constexpr std::size_t npos = std::string_view::npos;
  static constexpr std::size_t max_names = 100;

  std::string_view text_;
  bool at_end_;
  /// The first byte not taken yet.
  std::size_t at_ = 0;
  std::size_t end_of_line_ = 0;
  /// Nothing but remarks that begin with ';' has come.
  bool at_front_ = true;
  bool seen_moves_ = false;
  /// A comment came after tags.
  bool commented_ = false;
  bool after_blank_ = true;
  /// The last line that was neither blank nor a remark, from its last comment on.
  struct {
    std::size_t begin = 0, end = 0;
  } last_words_;
  /// Of the first tags: more than games have.
  std::vector<std::string_view> names_;
  /// Where the remarks just read begin; npos: there are none that a blank line precedes.
  std::size_t remarks_at_ = npos;
  /// The last line that was neither blank nor a remark begins a variation.
  bool after_branch_ = false;
  /// Where the remarks that begin with '#', and that nothing but such follows, begin.
  std::size_t hash_at_ = npos;
  /// Such a remark stands directly before the first moves.
  bool hash_before_moves_ = false;
  /// Where the next record begins, which is glued to the end of this one.
  std::size_t glued_at_ = npos;
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
  int by_squares = 0;
  int drops = 0;
  bool begins = false;
  for (const HodgesToken& t : scanned.tokens) {
    if (t.type == HodgesToken::Type::move && !may_be_word(t.text)) {
      const bool drop = t.move.type == MoveText::Type::drop;
      begins = begins || looks.others == 0;
      ++(t.move.letter == '\0' ? by_squares : drop ? drops : looks.moves);
      if (t.move.letter != '\0' && t.move.from_file >= 0 && t.move.from_rank >= 0)
        ++looks.long_moves;
    } else if (t.type == HodgesToken::Type::word ||
               (t.type == HodgesToken::Type::stray && t.text != "," && t.text != "\"")) {
      ++looks.others;
    }
  }
  // Squares alone say "Hodges" beside tags, among other moves, or where they come first and little
  // else stands: lists with much beside them are of another kind.
  constexpr int little = 3;
  const bool alone = begins && looks.moves == 0 && looks.others <= std::min(little, by_squares);
  looks.moves += drops;
  looks.moves = looks.tags > 0 || by_squares < looks.moves || alone ? looks.moves + by_squares : 0;
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
