// Reads the lines before the moves; what is no known header becomes a tag.
#include "notation/kif/header.h"

#include <algorithm>
#include <utility>

#include "notation/handicap_text.h"
#include "notation/header_names.h"
#include "notation/kif/kif.h"
#include "notation/kif_board.h"
#include "notation/kif_words.h"

namespace yari {

namespace {

std::string_view without_bom(std::string_view line) {
  take(line, "\xEF\xBB\xBF");
  return line;
}

bool starts_with_digit(std::string_view text) { return !text.empty() && is_digit(text[0]); }

// "   1 ７六歩(77)", "▲７六歩": where the moves begin.
bool is_move_line(std::string_view line) {
  std::string_view t = trimmed_wide(line);
  if (starts_with_player_mark(t)) return true;
  if (!starts_with_digit(t)) return false;
  while (starts_with_digit(t)) t.remove_prefix(1);
  return t.starts_with(' ') || t.starts_with("　") || t.starts_with('\t');
}

class KifHeaderReader {
 public:
  KifHeaderReader(std::string_view text, Findings& findings) : text_(text), findings_(findings) {}

  std::optional<KifHeader> read() {
    find_variant();
    header_.setup = start_setup(header_.variant);
    Lines lines(text_);
    for (TextLine line; lines.next(line); header_.moves_at = line.offset + line.text.size()) {
      header_.moves_at = line.offset;
      const std::string_view t = without_bom(line.text);
      if (t.starts_with("変化") || is_move_line(t) || t.starts_with("まで")) return finish();
      if (t.starts_with('*') || t.starts_with('&')) {
        notes_.push_back({t, line.offset});
        continue;
      }
      if (!header_line(t, line.offset + (line.text.size() - t.size()))) return std::nullopt;
      if (!notes_.empty() && says_something(t)) {
        header_.notes.insert(header_.notes.end(), notes_.begin(), notes_.end());
        notes_.clear();
      }
    }
    header_.moves_at = text_.size();
    return finish();
  }

 private:
  // The game is told by its header or by the width of the board; without both it is Shogi.
  void find_variant() {
    Lines lines(text_);
    for (TextLine line; lines.next(line);) {
      std::string_view name, value;
      if (is_kif_board_row(line.text)) {
        header_.variant =
            kif_board_files(line.text) == YariShogi::files ? Variant::yari : Variant::shogi;
        return;
      }
      if (is_move_line(line.text)) break;
      if (!split_kif_header(without_bom(line.text), name, value) || name != "棋種") continue;
      header_.variant = value == kif_yari_header ? Variant::yari : Variant::shogi;
      return;
    }
  }

  bool wrong(std::size_t offset, std::string message) {
    findings_.error(offset, std::move(message));
    return false;
  }

  bool header_line(std::string_view line, std::size_t offset) {
    const std::string_view t = trimmed_wide(line);
    if (t.starts_with('#')) return remark(t.substr(1)), true;
    if (t.empty() || t.starts_with("手数-") || t[0] == '+') return true;
    if (is_kif_board_row(line)) return board_row(line, offset);
    if (t == "先手番" || t == "下手番") return header_.side = Color::black, true;
    if (t == "後手番" || t == "上手番") return header_.side = Color::white, true;
    std::string_view name, value;
    if (!split_kif_header(t, name, value)) {
      // File numbers above the board and "手数＝12" say nothing new.
      std::string_view rest = t;
      if (take_digit(rest) == 0 && !t.starts_with("手数") && !in_remarks_) {
        findings_.warning(offset,
                          "expected a header, found " + in_quotes(t) + ", which is left out");
      }
      return true;
    }
    const std::size_t at = offset + static_cast<std::size_t>(value.data() - line.data());
    if (name.ends_with("持駒") || name.ends_with("持ち駒")) return hand(name, value, at);
    if (name == "手合割" || name == "手合") return handicap(value, at);
    if (name == "棋種") return true;
    if (name == "先手" || name == "下手") return player(tags::black, value);
    if (name == "後手" || name == "上手") return player(tags::white, value);
    if (const auto found = add_kif_header(header_.tags, name, value)) findings_.note(at, *found);
    return true;
  }

  void remark(std::string_view text) {
    if (is_kif_board_row(text)) ++rows_in_remarks_;
    remarks_.push_back({text, static_cast<std::size_t>(text.data() - text_.data())});
  }

  // A whole board in remarks, in a record that does not say otherwise where it starts.
  bool starts_in_remarks() const {
    return rows_in_remarks_ == rank_count && !header_.has_board && !start_said_;
  }

  bool read_remarks() {
    const auto row = std::find_if(remarks_.begin(), remarks_.end(),
                                  [](const TextLine& r) { return is_kif_board_row(r.text); });
    findings_.warning(row->offset, "the board stands in '#' remarks; they are read as headers");
    if (kif_board_files(row->text) == YariShogi::files) header_.variant = Variant::yari;
    header_.setup = start_setup(header_.variant);
    in_remarks_ = true;
    for (const TextLine& r : std::vector<TextLine>(std::move(remarks_))) {
      if (!header_line(r.text, r.offset)) return false;
    }
    return true;
  }

  bool player(std::string_view tag, std::string_view value) {
    if (!value.empty()) header_.tags.push_back({std::string(tag), std::string(value)});
    return true;
  }

  bool hand(std::string_view name, std::string_view value, std::size_t offset) {
    const bool white = name.starts_with("後手") || name.starts_with("上手");
    const Result<Hand> h = read_kif_hand(value, header_.variant);
    if (!h) return wrong(offset + h.error().offset, h.error().message);
    header_.setup.hands[white ? 1 : 0] = *h;
    return true;
  }

  bool board_row(std::string_view line, std::size_t offset) {
    if (!header_.has_board) {
      header_.setup.board = {};
      header_.has_board = true;
      header_.start_offset = offset;
    }
    if (rank_ == rank_count) return wrong(offset, "expected nine ranks, found a tenth");
    const Result<bool> row = read_kif_board_row(line, rank_++, header_.setup);
    return row || wrong(offset + row.error().offset, row.error().message);
  }

  bool handicap(std::string_view value, std::size_t offset) {
    value = trimmed_wide(value.substr(0, value.find('#')));
    header_.start_offset = offset;
    start_said_ = true;
    if (value == "その他" || value == "平手" || value.empty()) return true;
    const Result<Setup> setup = read_handicap_text(value, header_.variant);
    if (!setup) {
      findings_.warning(offset, setup.error().message);
      return true;
    }
    header_.has_handicap = true;
    header_.setup = *setup;
    handicap_ = {*setup, offset};
    return true;
  }

  static bool says_something(std::string_view line) {
    std::string_view name, value;
    return is_kif_board_row(line) || split_kif_header(trimmed_wide(line), name, value);
  }

  std::optional<KifHeader> finish() {
    // Notes that no header follows belong to the moves.
    if (!notes_.empty()) header_.moves_at = notes_.front().offset;
    if (starts_in_remarks() && !read_remarks()) return std::nullopt;
    if (header_.has_board && rank_ != rank_count) {
      wrong(header_.start_offset, "expected nine ranks, found " + std::to_string(rank_));
      return std::nullopt;
    }
    if (header_.side) {
      header_.setup.side_to_move = *header_.side;
    } else if (header_.has_board) {
      header_.setup.side_to_move = Color::black;
    }
    if (header_.has_board && header_.has_handicap) compare_handicap();
    return std::move(header_);
  }

  // A board beside a named handicap: the same start, of which the name says who moves, or another.
  void compare_handicap() {
    auto [named, offset] = *handicap_;
    const Color side = named.side_to_move;
    named.side_to_move = header_.setup.side_to_move;
    if (!named.same_position(header_.setup)) {
      findings_.warning(offset, "the handicap is not the board's position, which counts");
      header_.has_handicap = false;
    } else if (!header_.side) {
      header_.setup.side_to_move = side;
    }
  }

  std::string_view text_;
  Findings& findings_;
  KifHeader header_;
  int rank_ = 0;
  bool start_said_ = false;
  /// As 手合割 names it, and where.
  std::optional<std::pair<Setup, std::size_t>> handicap_;
  std::vector<TextLine> notes_;
  std::vector<TextLine> remarks_;
  int rows_in_remarks_ = 0;
  bool in_remarks_ = false;
};

}  // namespace

bool Lines::next(TextLine& line) {
  if (at_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  line.offset = at_;
  line.text = text_.substr(at_, end - at_);
  if (line.text.ends_with('\r')) line.text.remove_suffix(1);
  at_ = end + 1;
  return true;
}

bool starts_with_player_mark(std::string_view text) {
  for (const std::string_view mark : {"▲", "△", "▼", "▽", "☗", "☖"}) {
    if (text.starts_with(mark)) return true;
  }
  return false;
}

bool split_kif_header(std::string_view line, std::string_view& name, std::string_view& value) {
  const std::size_t wide = line.find("：");
  const std::size_t narrow = line.find(':');
  const std::size_t at = std::min(wide, narrow);
  if (at == std::string_view::npos || at == 0 || at > 255) return false;
  name = trimmed_wide(line.substr(0, at));
  value = trimmed_wide(line.substr(at + (at == wide ? std::string_view("：").size() : 1)));
  return !name.empty();
}

std::optional<KifHeader> read_kif_header(std::string_view text, Findings& findings) {
  return KifHeaderReader(text, findings).read();
}

}  // namespace yari
