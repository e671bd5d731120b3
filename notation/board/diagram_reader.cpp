// Boards line by line: every row shows its own style, so that a frame or a heading does no harm.
#include <algorithm>
#include <vector>

#include "notation/board/diagram.h"
#include "notation/board/kanji_board.h"
#include "notation/board/side_words.h"
#include "notation/kif/scanner.h"
#include "notation/words/japanese.h"
#include "text/text.h"

namespace yari {

namespace {

/// More parts than any line of a diagram has.
constexpr std::size_t most_parts = 100;

std::vector<std::string_view> split(std::string_view text, bool at_bars) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size() && parts.size() < most_parts;) {
    std::size_t end = at;
    const auto stops = [&](char c) { return at_bars ? c == '|' : c == ' ' || c == '\t'; };
    while (end < text.size() && !stops(text[end])) ++end;
    // The star of the last move may touch the next piece.
    const std::size_t star = text.substr(at, end - at).find('*');
    const bool cut = !at_bars && star != text.npos;
    if (cut) end = at + star + 1;
    if (at_bars || end > at) parts.push_back(text.substr(at, end - at));
    at = cut ? end : end + 1;
  }
  return parts;
}

bool is_board_width(std::size_t n) { return n == YariShogi::files || n == Shogi::files; }

// A piece by Hodges letters, SFEN letter or kanji, with '+' for promoted.
std::optional<Kind> kind_named(std::string_view name, Variant v) {
  const VariantInfo& game = info(v);
  const bool plus = name.starts_with('+');
  const std::string_view letters = name.substr(plus ? 1 : 0);
  for (const Kind kind : all_kinds) {
    const KindInfo& piece = game[kind];
    if (!piece.exists) continue;
    if (name == piece.kanji) return kind;
    const bool same_letters =
        letters == piece.hodges || (letters.size() == 1 && letters[0] == piece.letter);
    if (same_letters && plus == is_promoted(kind)) return kind;
  }
  return std::nullopt;
}

// Digits alone.
std::optional<int> unsigned_number(std::string_view text) {
  return text.empty() || !is_digit(text[0]) ? std::nullopt : whole_number<int>(text);
}

class DiagramReader {
 public:
  explicit DiagramReader(std::string_view text) : text_(text) {}

  Result<Setup> read() {
    if (!find_game()) return fail("expected a board of nine ranks and seven or nine files");
    KifScanner lines(text_);
    for (KifLine line; lines.next(line);) {
      const Result<bool> done = read_line(line.text);
      if (!done) return tl::unexpected(done.error());
    }
    if (rank_ != rank_count) {
      return fail("expected nine ranks, found " + std::to_string(rank_), text_.size());
    }
    return is_turned_ ? turned() : setup_;
  }

 private:
  enum class Style { none, server, kif, words };

  // How a line shows a rank, and how many files it has.
  static Style style_of(std::string_view line, std::size_t& files) {
    const std::string_view inside = inside_bars(line);
    if (inside.empty()) return Style::none;
    const std::vector<std::string_view> cells = split(inside, true);
    files = cells.size();
    if (is_board_width(files)) return Style::server;
    if (is_kif_board_row(line)) {
      files = static_cast<std::size_t>(kif_board_files(line));
      return is_board_width(files) ? Style::kif : Style::none;
    }
    files = split(inside, false).size();
    return is_board_width(files) ? Style::words : Style::none;
  }

  bool find_game() {
    KifScanner lines(text_);
    for (KifLine line; lines.next(line);) {
      std::size_t files = 0;
      if (style_of(line.text, files) == Style::none) continue;
      setup_.variant = files == YariShogi::files ? Variant::yari : Variant::shogi;
      return true;
    }
    return false;
  }

  tl::unexpected<Error> fail_at(std::string_view part, std::string message) const {
    return fail(std::move(message), offset_in(text_, part));
  }
  // What reading `part` came to.
  tl::unexpected<Error> fail_in(std::string_view part, const Error& error) const {
    return fail(error.message, offset_in(text_, part) + error.offset);
  }

  Result<bool> read_line(std::string_view line) {
    std::size_t files = 0;
    const Style style = style_of(line, files);
    if (style != Style::none) {
      if (static_cast<int>(files) != info(setup_.variant).files) {
        return fail_at(line, "expected " + std::to_string(info(setup_.variant).files) +
                                 " files, found " + std::to_string(files));
      }
      if (rank_ == rank_count) return fail_at(line, "expected nine ranks, found a tenth");
      if (rank_ == 0 && style != Style::kif) {
        is_turned_ = label(line) == 'i';
        pieces_turn_ = style == Style::server;
      }
      const Result<bool> rank = read_rank(line, style, rank_++);
      return rank ? read_side(beside(line)) : rank;
    }
    return read_side(beside(line));
  }

  Result<bool> read_rank(std::string_view line, Style style, int rank) {
    if (style == Style::kif) {
      const Result<bool> row = read_kif_board_row(line, rank, setup_);
      if (row) return true;
      return fail_in(line, row.error());
    }
    const auto cells = split(inside_bars(line), style == Style::server);
    int file = info(setup_.variant).files;
    for (const std::string_view cell : cells) {
      const Square s = Square::at(--file, rank);
      const Result<Piece> piece = style == Style::server ? server_cell(cell) : word(cell);
      if (!piece) return tl::unexpected(piece.error());
      setup_[s] = *piece;
    }
    return true;
  }

  // The letter of the rank to the right of a row, or to its left; 0 where there is none.
  static char label(std::string_view line) {
    const std::string_view right = trimmed(line.substr(line.rfind('|') + 1));
    const std::string_view left = trimmed(line.substr(0, line.find('|')));
    if (!right.empty() && (right.size() == 1 || is_space(right[1]))) return right[0];
    return left.empty() ? '\0' : left.back();
  }

  // What was read as if Black's side were below, where White's is.
  Setup turned() const {
    Setup turned = setup_;
    const int files = info(setup_.variant).files;
    for (int file = 0; file < files; ++file)
      for (int rank = 0; rank < rank_count; ++rank) {
        Piece p = setup_[Square::at(file, rank)];
        if (!p.empty() && pieces_turn_) p = Piece(~p.color(), p.kind());
        turned[Square::at(files - 1 - file, rank_count - 1 - rank)] = p;
      }
    return turned;
  }

  // "/ P\" points up, as Black's pieces do, "\+R/" down, blanks are empty.
  Result<Piece> server_cell(std::string_view cell) const {
    const std::string_view t = trimmed(cell);
    if (t.empty()) return Piece::none();
    const bool black = t.front() == '/' && t.back() == '\\';
    const bool white = t.front() == '\\' && t.back() == '/';
    const std::optional<Kind> kind =
        t.size() >= 3 ? kind_named(trimmed(t.substr(1, t.size() - 2)), setup_.variant)
                      : std::nullopt;
    if (!kind || black == white) {
      return fail_at(cell, "expected a piece like '/ P\\', found " + in_quotes(t));
    }
    return Piece(black ? Color::black : Color::white, *kind);
  }

  // "YR", "v+YR", "v香飛", ".".
  Result<Piece> word(std::string_view cell) const {
    std::string_view t = cell;
    // The last move.
    if (t.ends_with('*')) t.remove_suffix(1);
    if (t == "." || t == "・") return Piece::none();
    const bool white = take(t, "v");
    const std::optional<Kind> kind = kind_named(t, setup_.variant);
    if (!kind) return fail_at(cell, "expected a piece or '.', found " + in_quotes(cell));
    return Piece(white ? Color::white : Color::black, *kind);
  }

  // What stands to the right of a rank or an edge of the board.
  static std::string_view beside(std::string_view line) {
    std::string_view t = trimmed(line);
    if (t.starts_with("+-") || t.starts_with("+*")) {
      t.remove_prefix(std::min(t.find_first_not_of("+-*"), t.size()));
      return trimmed(t);
    }
    const std::size_t bar = t.rfind('|');
    if (bar == t.npos) return t;
    t = trimmed(t.substr(bar + 1));
    // The letter of the rank.
    const std::size_t word = std::min(t.find_first_of(" \t"), t.size());
    return word <= 3 ? trimmed(t.substr(word)) : t;
  }

  // Lines beside the board: hands and who moves. Others are no matter.
  Result<bool> read_side(std::string_view line) {
    const std::string_view t = trimmed_wide(line);
    std::string_view rest;
    if (const auto side = side_to_move_in_words(t, rest)) {
      setup_.side_to_move = *side;
      return take(rest, ", move ") ? read_number(rest) : Result<bool>(true);
    }
    if (const auto hand = hand_in_words(t)) return read_hand(*hand);
    if (const auto side = japanese_side_to_move(t)) setup_.side_to_move = *side;
    if (const auto plies = kif_plies_played(t)) setup_.move_number = *plies + 1;
    std::string_view header, value;
    const auto owner =
        split_kif_header(t, header, value) ? kif_hand_owner(header) : std::optional<Color>();
    if (!owner) return true;
    const Result<Hand> hand = read_kif_hand(value, setup_.variant);
    if (!hand) return fail_in(value, hand.error());
    setup_.hands[*owner] = *hand;
    return true;
  }

  Result<bool> read_number(std::string_view digits) {
    const std::optional<int> n = unsigned_number(digits);
    if (!n || *n < 1 || *n >= 1'000'000) return fail_at(digits, "expected a move number");
    setup_.move_number = *n;
    return true;
  }

  Result<bool> read_hand(const HandWords& words) {
    std::string_view bad;
    const std::optional<Hand> hand = read_hand_words(words.list, setup_.variant, bad);
    if (hand) {
      setup_.hands[words.owner] = *hand;
    } else if (words.sure) {
      return fail_at(bad, "expected a piece in hand like 'P' or 'Px2', found " + in_quotes(bad));
    }
    return true;
  }

  std::string_view text_;
  Setup setup_;
  int rank_ = 0;
  // The first rank is i: White's side is below.
  bool is_turned_ = false;
  // And the pieces of the side below point up.
  bool pieces_turn_ = false;
};

}  // namespace

Result<Setup> read_diagram(std::string_view text) { return DiagramReader(text).read(); }

}  // namespace yari
