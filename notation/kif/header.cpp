// Reads the lines before the moves; what is no known header becomes a tag, and what is none at all
// a comment.
#include "notation/kif/header.h"

#include <algorithm>
#include <utility>

#include "notation/board/kanji_board.h"
#include "notation/kif/kif.h"
#include "notation/words/handicap_text.h"
#include "notation/words/header_names.h"
#include "notation/words/japanese.h"
#include "notation/words/outcome_words.h"
#include "rules/start.h"

namespace yari {

namespace {

using LineKind = KifLineKind;

bool begins_moves(const KifLine& line) {
  constexpr LineKind kinds[] = {LineKind::numbered, LineKind::marked, LineKind::footer,
                                LineKind::title};
  // Other words for a variation begin headers, too.
  return std::ranges::find(kinds, line.kind) != std::end(kinds) ||
         (line.kind == LineKind::branch && line.text.starts_with("変化"));
}

bool states_start(LineKind kind) {
  constexpr LineKind kinds[] = {LineKind::header, LineKind::board_row, LineKind::board_edge,
                                LineKind::side_to_move, LineKind::move_count};
  return std::ranges::find(kinds, kind) != std::end(kinds);
}

/// What White holds in a problem: what stands nowhere else.
constexpr std::string_view words_for_the_rest[] = {"残り全部", "残り", "残駒", "残り駒全部",
                                                   "残駒全部"};

// A remark is kept as the tag KIF, with its sign.
bool is_remark(const Tag& tag) { return tag.name == kif_tag && tag.value.starts_with('#'); }

class KifHeaderReader {
 public:
  explicit KifHeaderReader(Findings& findings) : findings_(findings) {
    header_.start = text_.substr(0, 0);
  }

  std::optional<KifHeader> read() {
    find_variant();
    header_.setup = start_setup(header_.variant);
    KifScanner lines(text_.substr(0, header_.moves_at));
    for (KifLine line; lines.next(line);) {
      if (!take_line(line) || too_many(line)) return std::nullopt;
    }
    if (header_.moves_at == text_.size() && !header_.has_board) find_damaged_moves();
    flush_notes();
    if (starts_in_remarks() && !read_remarks()) return std::nullopt;
    return settle_start() ? std::optional<KifHeader>(std::move(header_)) : std::nullopt;
  }

 private:
  // The header or the width of the board says which game it is; without both it is Shogi. The lines
  // are read twice: one may be needed before any can be understood, and keeping all costs more.
  void find_variant() {
    header_.moves_at = text_.size();
    std::optional<Variant> said;
    KifScanner lines(text_);
    for (KifLine line; lines.next(line);) {
      if (begins_moves(line)) {
        header_.moves_at = line.begin;
        break;
      }
      if (!said) said = variant_said(line);
    }
    header_.variant = said.value_or(Variant::shogi);
  }

  static std::optional<Variant> variant_said(const KifLine& line) {
    const auto either = [](bool yari) { return yari ? Variant::yari : Variant::shogi; };
    if (line.kind == LineKind::board_row)
      return either(kif_board_files(line.text) == YariShogi::files);
    if (line.name == "棋種") return either(line.value == kif_yari_header);
    return std::nullopt;
  }

  bool too_many(const KifLine& line) {
    const std::size_t kept = notes_.size() + header_.notes.size() + remarks_.size();
    return findings_.over(kept, record_limits::header_lines, line.text) ||
           findings_.over(header_.tags.size(), record_limits::tags, line.text);
  }

  // Where neither moves follow nor a board stands, what is no header stands in their place.
  void find_damaged_moves() {
    const auto damage = std::find_if(notes_.begin(), notes_.end(), [](const KifLine& line) {
      return line.kind == LineKind::other;
    });
    if (damage == notes_.end()) return;
    header_.moves_at = damage->begin;
    notes_.erase(damage, notes_.end());
  }

  bool wrong(std::string_view part, const Error& error) {
    findings_.add(FindingCode::bad_position, part, error);
    return false;
  }

  // False when the start cannot be read.
  bool take_line(const KifLine& line) {
    switch (line.kind) {
      case LineKind::comment:
      case LineKind::bookmark:
      case LineKind::branch:
      case LineKind::other:
        return notes_.push_back(line), true;
      case LineKind::remark:
        return remark(line), true;
      case LineKind::blank:
        return true;
      default:
        flush_notes();
        return start_line(line);
    }
  }

  bool start_line(const KifLine& line) {
    const std::string_view t = trimmed_wide(line.text);
    switch (line.kind) {
      case LineKind::header:
        return header(line);
      case LineKind::board_row:
        return board_row(t);
      case LineKind::side_to_move:
        return header_.side = japanese_side_to_move(t), true;
      case LineKind::move_count:
        return move_count(line), true;
      default:
        return true;
    }
  }

  void flush_notes() {
    for (KifLine& line : notes_) {
      if (line.kind == LineKind::other || line.kind == LineKind::branch) keep_as_comment(line);
      header_.notes.push_back(line);
    }
    notes_.clear();
  }

  void keep_as_comment(KifLine& line) {
    line.kind = LineKind::comment;
    line.text = trimmed_wide(line.text);
    findings_.add(FindingCode::unknown_header, line.text, in_quotes(line.text));
  }

  void remark(const KifLine& line) {
    if (!notes_.empty()) return notes_.push_back(line);
    if (is_kif_board_row(line.text)) ++rows_in_remarks_;
    keep(line.text);
    remarks_.push_back(line.text);
  }

  void keep(std::string_view remark) {
    const std::string_view text = trimmed_wide(remark);
    if (text.empty() || is_kif_format_mark(text)) return;
    header_.tags.push_back({std::string(kif_tag), "# " + std::string(text)});
  }

  // A whole board in remarks, in a record that does not say otherwise where it starts.
  bool starts_in_remarks() const {
    return rows_in_remarks_ == rank_count && !header_.has_board && !start_said_;
  }

  bool read_remarks() {
    const auto row = std::find_if(remarks_.begin(), remarks_.end(), is_kif_board_row);
    findings_.add(FindingCode::board_in_remarks, *row);
    if (kif_board_files(*row) == YariShogi::files) header_.variant = Variant::yari;
    header_.setup = start_setup(header_.variant);
    std::erase_if(header_.tags, is_remark);
    for (const std::string_view text : std::exchange(remarks_, {})) {
      KifLine line;
      read_kif_line(text, line);
      if (!states_start(line.kind)) {
        keep(text);
      } else if (!start_line(line)) {
        return false;
      }
    }
    return true;
  }

  bool header(const KifLine& line) {
    const std::string_view value = line.value;
    const std::string name = plain_kif_name(line.name);
    if (const auto owner = kif_hand_owner(name)) return hand(*owner, value);
    if (is_kif_handicap(name)) return handicap(line), true;
    if (name == "棋種") return variant(line), true;
    // A count of the moves that follow.
    if (name == "手数" && is_count(value)) return true;
    if (const auto tag = player_tag(name); !tag.empty()) return player(tag, value), true;
    if (name == "手番") return side(line), true;
    if (result_said(name, value)) return true;
    const auto found = add_kif_header(header_.tags, is_kif_header(name) ? name : line.name, value);
    if (found) findings_.add(*found, value);
    return true;
  }

  // "結果：先手の勝ち"; what nobody can read stays a line.
  bool result_said(std::string_view name, std::string_view value) {
    if (const auto said = outcome_of_header(name, value)) return header_.said = *said, true;
    return false;
  }

  static bool is_count(std::string_view value) {
    take_number(value);
    return value.empty() || value == "手";
  }

  // A line that says more than the game can hold.
  void keep_line(const KifLine& line) {
    header_.tags.push_back({std::string(kif_tag), std::string(trimmed_wide(line.text))});
  }

  // "手数＝12 △７一玉 まで"
  void move_count(const KifLine& line) {
    keep_line(line);
    std::string_view t = line.text;
    take(t, "手数＝") || take(t, "手数=");
    take_blanks(t);
    const int n = take_number(t);
    if (n > 0) header_.setup.move_number = n + 1;
  }

  void player(std::string_view tag, std::string_view value) {
    if (!value.empty()) header_.tags.push_back({std::string(tag), std::string(value)});
  }

  void variant(const KifLine& line) {
    const std::string_view value = line.value;
    if (is_kif_game(value)) return;
    findings_.add(FindingCode::tag_value, value, "将棋 or " + std::string(kif_yari_header),
                  in_quotes(value));
    keep_line(line);
  }

  void side(const KifLine& line) {
    const bool whole = line.value.ends_with("番");
    const auto named = japanese_side_to_move(std::string(line.value) + (whole ? "" : "番"));
    if (!named) return keep_line(line);
    header_.side = named;
  }

  bool hand(Color owner, std::string_view value) {
    const bool is_rest =
        std::ranges::find(words_for_the_rest, value) != std::end(words_for_the_rest);
    if (is_rest && owner == Color::white) return has_the_rest_ = true;
    const Result<Hand> h = read_kif_hand(value, header_.variant);
    if (!h) return wrong(value, h.error());
    header_.setup.hands[owner] = *h;
    if (owner == Color::white) white_hand_said_ = true;
    return true;
  }

  bool board_row(std::string_view line) {
    if (!header_.has_board) {
      header_.setup.board = {};
      header_.has_board = true;
      header_.start = line;
    }
    if (rank_ == rank_count) return wrong(line, {"expected nine ranks, found a tenth"});
    const Result<bool> row = read_kif_board_row(line, rank_++, header_.setup);
    return row || wrong(line, row.error());
  }

  void handicap(const KifLine& line) {
    std::string_view value = line.value;
    const std::size_t remark = std::min(value.find('#'), value.size());
    if (remark < value.size()) keep(value.substr(remark + 1));
    value = without_parenthesis(trimmed_wide(value.substr(0, remark)));
    if (!header_.has_board) header_.start = value;
    start_said_ = true;
    if (value.empty()) return;
    const Result<Setup> setup = read_recorded_handicap(value, header_.variant);
    if (!setup) {
      if (!is_other_start(value)) keep_line(line);
      unknown_start_ = value;
      return;
    }
    unknown_start_.reset();
    if (setup->same_position(start_setup(header_.variant))) return;
    if (const auto unclear = unclear_handicap(value, header_.variant))
      findings_.add(*unclear, value);
    header_.has_handicap = true;
    if (!header_.has_board) {
      header_.setup.board = setup->board;
      if (!white_hand_said_) header_.setup.hands[Color::white] = setup->hands[Color::white];
    }
    header_.setup.side_to_move = setup->side_to_move;
    handicap_ = {*setup, line};
  }

  // "二枚落ち（飛角）": what stands in parentheses behind a name that is known is kept as a
  // comment.
  std::string_view without_parenthesis(std::string_view value) {
    const std::size_t at = std::min(value.find("（"), value.find('('));
    if (at == value.npos || read_recorded_handicap(value, header_.variant)) return value;
    const std::string_view name = trimmed_wide(value.substr(0, at));
    if (!is_other_start(name) && !read_recorded_handicap(name, header_.variant)) return value;
    keep(value.substr(at));
    return name;
  }

  bool settle_start() {
    if (header_.has_board && rank_ != rank_count) {
      return wrong(header_.start, {"expected nine ranks, found " + std::to_string(rank_)});
    }
    if (header_.side) {
      header_.setup.side_to_move = *header_.side;
    } else if (header_.has_board) {
      header_.setup.side_to_move = Color::black;
    }
    if (has_the_rest_) {
      header_.setup.hands[Color::white] = rest_of_set(header_.setup);
    } else if (header_.has_board && !white_hand_said_ && !header_.has_handicap) {
      give_the_rest();
    }
    if (header_.has_board && header_.has_handicap) compare_handicap();
    if (unknown_start_) judge_unknown_start(*unknown_start_);
    return true;
  }

  // その他 is written for the even start by some; after any other name a start would be a guess,
  // and the moves those of another game.
  void judge_unknown_start(std::string_view named) {
    const bool is_other = is_other_start(named);
    if (header_.has_board) {
      if (!is_other && !is_problem_start(named))
        findings_.add(FindingCode::unknown_handicap_name, named, in_quotes(named));
    } else if (is_other) {
      findings_.add(FindingCode::board_missing, named, named);
    } else {
      header_.start_unknown = true;
      findings_.add(FindingCode::unknown_handicap, named, in_quotes(named));
    }
  }

  // In a problem the side that is to be mated holds by custom what stands nowhere else.
  void give_the_rest() {
    const bool black_has_general = std::ranges::any_of(
        header_.setup.board, [](Piece p) { return p == Piece(Color::black, general); });
    const bool problem = unknown_start_ && is_problem_start(*unknown_start_);
    if (!problem && black_has_general) return;
    const Hand rest = rest_of_set(header_.setup);
    if (rest.empty()) return;
    header_.setup.hands[Color::white] = rest;
    findings_.add(FindingCode::hand_by_custom, header_.start);
  }

  // A board beside a named handicap: the same start, of which the name says who moves, or another.
  void compare_handicap() {
    auto [named, line] = *handicap_;
    const Color side = named.side_to_move;
    named.side_to_move = header_.setup.side_to_move;
    if (!named.same_position(header_.setup)) {
      findings_.add(FindingCode::handicap_against_position, line.value, in_quotes(line.value),
                    "the board");
      keep_line(line);
      header_.has_handicap = false;
    } else if (!header_.side) {
      header_.setup.side_to_move = side;
    }
  }

  Findings& findings_;
  std::string_view text_ = findings_.text();
  KifHeader header_;
  int rank_ = 0;
  bool start_said_ = false;
  bool white_hand_said_ = false;
  bool has_the_rest_ = false;
  /// What 手合割 says where it names no handicap that is known.
  std::optional<std::string_view> unknown_start_;
  /// As 手合割 names it, and its line.
  std::optional<std::pair<Setup, KifLine>> handicap_;
  /// Comments, bookmarks, remarks after them and other lines that no header has followed yet.
  std::vector<KifLine> notes_;
  std::vector<std::string_view> remarks_;
  int rows_in_remarks_ = 0;
};

}  // namespace

std::optional<KifHeader> read_kif_header(Findings& findings) {
  return KifHeaderReader(findings).read();
}

}  // namespace yari
