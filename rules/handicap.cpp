#include "rules/handicap.h"

#include <algorithm>
#include <array>
#include <utility>

#include "rules/sfen.h"
#include "rules/start.h"
#include "text/cursor.h"

namespace yari {
namespace {

/// Files read from White's left: 1a first. Source: the project's rules page, "Handicaps".
constexpr std::array<NamedHandicap, 15> handicaps{{
    {"Left lance", "1a", {"lance", "l"}},
    {"Right lance", "9a", {}},
    {"Bishop", "2b", {"b"}},
    {"Rook", "8b", {"r"}},
    {"Rook and left lance", "8b 1a", {"rl", "rook and lance"}},
    {"Two pieces", "8b 2b", {"rook and bishop", "rook+bishop", "2", "2p"}},
    {"Three pieces", "8b 2b 1a", {}},
    {"Four pieces", "8b 2b 9a 1a", {"4", "4p"}},
    {"Five pieces", "8b 2b 9a 1a 8a", {"5", "5p"}},
    {"Five pieces, left knight", "8b 2b 9a 1a 2a", {}},
    {"Six pieces", "8b 2b 9a 1a 8a 2a", {"6", "6p"}},
    {"Seven pieces, left silver", "8b 2b 9a 1a 8a 2a 3a", {}},
    {"Seven pieces, right silver", "8b 2b 9a 1a 8a 2a 7a", {"seven pieces"}},
    {"Eight pieces", "8b 2b 9a 1a 8a 2a 7a 3a", {"8"}},
    {"Ten pieces", "8b 2b 9a 1a 8a 2a 7a 3a 6a 4a", {"10"}},
}};

/// Sources differ on which pieces nine are: they are read by that name, and never written. Of these
/// rows only the one with pawns in hand is.
struct MoreHandicap {
  std::string_view name, removed;
  int pawns_in_hand = 0;
};
constexpr std::string_view all_but_king =
    "8b 2b 9a 1a 8a 2a 7a 3a 6a 4a 9c 8c 7c 6c 5c 4c 3c 2c 1c";
constexpr std::size_t pieces_but_king = 19;
constexpr MoreHandicap more_handicaps[] = {{"nine pieces", "8b 2b 9a 1a 8a 2a 7a 3a 6a"},
                                           {"nine pieces, left gold", "8b 2b 9a 1a 8a 2a 7a 3a 4a"},
                                           {"nineteen pieces", all_but_king},
                                           {"bare king", all_but_king},
                                           {"naked king", all_but_king},
                                           {"bare king with three pawns", all_but_king, 3}};
constexpr std::string_view with_pawns_in_hand = "Bare king with three pawns";
constexpr std::pair<int, std::string_view> count_words[] = {
    {2, "two"},   {3, "three"}, {4, "four"}, {5, "five"}, {6, "six"},
    {7, "seven"}, {8, "eight"}, {9, "nine"}, {10, "ten"}, {19, "nineteen"}};

std::vector<Square> squares_in(std::string_view list, const VariantInfo& v) {
  std::vector<Square> squares;
  for (std::size_t i = 0; i < list.size(); i += 3) squares.push_back(*square_at(list, i, v));
  return squares;
}

bool parts_pieces(char c) {
  return c == ' ' || c == '\t' || c == '+' || c == ',' || c == '&' || c == '-';
}

/// Reads pieces and squares: "YR", "YR1a", "YR+YN", "7a 1a", "two rooks and the left knight".
class PieceList : Cursor {
 public:
  /// `text` is in small letters and outlives this. `from_right`: of several pieces of a kind those
  /// on White's right are taken first.
  PieceList(std::string_view text, Variant v, bool from_right = false)
      : Cursor(text), info_(info(v)), setup_(start_setup(v)), from_right_(from_right) {}

  Result<std::vector<Square>> read() {
    while (skip_separators(), !at_end()) {
      if (Result<void> done = read_item(); !done) return tl::unexpected(done.error());
    }
    if (removed_.empty()) return fail("expected a handicap, found nothing");
    return removed_;
  }

 private:
  enum class Side { any, left, right };

  void skip_separators() {
    skip_blanks();
    while (take_word("and") || take_word("the")) {
    }
  }

  void skip_blanks() { take_while(parts_pieces); }

  Result<void> read_item() {
    const std::size_t begin = at();
    const int count = read_count();
    const Side side = take_word("left") ? Side::left : take_word("right") ? Side::right : Side::any;
    const std::size_t name = at();
    const std::optional<Kind> kind = read_kind();
    if (kind) take_plural(at() - name);
    const std::optional<Square> square = square_at(text(), at(), info_);
    if (square) skip(2);
    if (!kind && !square)
      return fail("expected a piece or a square of White's, or the name of a handicap", begin);
    if (!at_end() && !parts_pieces(peek())) {
      return fail("expected the end of a piece or square", at());
    }
    for (int n = 0; n < count; ++n) {
      const std::optional<Square> found = square ? square : next_of(*kind, side);
      if (Result<void> done = remove(found, kind, begin); !done) return done;
    }
    return {};
  }

  Result<void> remove(std::optional<Square> found, std::optional<Kind> kind, std::size_t begin) {
    const Piece piece = found ? setup_[*found] : Piece::none();
    if (piece.empty() || piece.color() != Color::white || piece.kind() == general ||
        (kind && piece.kind() != *kind)) {
      return fail("expected a piece that White has at the start, and can do without", begin);
    }
    setup_[*found] = Piece::none();
    removed_.push_back(*found);
    return {};
  }

  /// A whole word and the blanks after it.
  bool take_word(std::string_view word) {
    if (!rest().starts_with(word)) return false;
    if (word.size() < rest().size() && !parts_pieces(peek(word.size()))) return false;
    skip(word.size());
    skip_blanks();
    return true;
  }

  /// How many of a kind: 1 where nothing is said.
  int read_count() {
    if (take_word("both")) return 2;
    for (const auto& [n, word] : count_words) {
      if (take_word(word) || take_word(std::to_string(n))) return n;
    }
    return 1;
  }

  /// After a name, not after letters.
  void take_plural(std::size_t length) {
    if (length > 2) take('s');
  }

  /// The longest piece name here: Hodges letters, SFEN letter, or English name.
  std::optional<Kind> read_kind() {
    std::optional<Kind> best;
    std::size_t length = 0;
    for (Kind k : holdable_kinds) {
      const KindInfo& kind = info_[k];
      if (!kind.exists) continue;
      for (const std::string& word :
           {ascii_lower(kind.hodges), std::string(1, ascii_lower(kind.letter)),
            std::string(kind.name)}) {
        if (word.size() > length && rest().starts_with(word)) best = k, length = word.size();
      }
    }
    skip(length);
    return best;
  }

  /// White's left is file 1: the piece of that kind still there on the lowest file, or the highest.
  std::optional<Square> next_of(Kind k, Side side) const {
    const bool from_right = side == Side::any ? from_right_ : side == Side::right;
    std::optional<Square> last;
    for (int i = 0; i < info_.squares(); ++i) {
      if (setup_[Square(i)] != Piece(Color::white, k)) continue;
      last = Square(i);
      if (!from_right) break;
    }
    return last;
  }

  const VariantInfo& info_;
  Setup setup_;
  bool from_right_;
  std::vector<Square> removed_;
};

/// In small letters, without "handicap" and the like at the end; "9-piece" as "nine pieces".
std::string plain_handicap_name(std::string_view text) {
  std::string small = ascii_lower(text);
  const auto trim = [&] {
    while (!small.empty() && (small.back() == ' ' || small.back() == '\t')) small.pop_back();
  };
  trim();
  for (const std::string_view end : {" handicap", " odds"}) {
    if (small.ends_with(end)) small.resize(small.size() - end.size());
    trim();
  }
  const std::string counted = counted_handicap(small);
  return counted.empty() ? small : ascii_lower(counted);
}

const NamedHandicap* named(const std::string& small) {
  for (const NamedHandicap& handicap : handicaps) {
    const auto& others = handicap.aliases;
    if (ascii_lower(handicap.name) == small ||
        std::find(others.begin(), others.end(), small) != others.end()) {
      return &handicap;
    }
  }
  return nullptr;
}

}  // namespace

std::span<const NamedHandicap> shogi_handicaps() { return handicaps; }

std::string counted_handicap(std::string_view text) {
  const std::string small = ascii_lower(text);
  const std::size_t end = small.find_first_of(" -");
  if (end == small.npos) return {};
  const std::string count = small.substr(0, end), rest = small.substr(end + 1);
  if (rest != "piece" && rest != "pieces") return {};
  for (const auto& [n, word] : count_words) {
    if (count == word || count == std::to_string(n))
      return capitalized(std::string(word)) + " pieces";
  }
  return {};
}

Setup handicap_setup(Variant v, const std::vector<Square>& squares) {
  Setup setup = start_setup(v);
  for (Square s : squares) setup[s] = Piece::none();
  if (!squares.empty()) setup.side_to_move = Color::white;
  return setup;
}

Result<Setup> read_handicap(std::string_view text, Variant v) {
  const std::string small = plain_handicap_name(text);
  if (small == "even" || small == "none" || small == "no") return start_setup(v);
  if (v == Variant::shogi && !small.empty()) {
    if (const NamedHandicap* handicap = named(small)) {
      return handicap_setup(v, squares_in(handicap->removed, info(v)));
    }
    for (const MoreHandicap& more : more_handicaps) {
      if (more.name != small) continue;
      Setup setup = handicap_setup(v, squares_in(more.removed, info(v)));
      setup.hands[Color::white].add(pawn, more.pawns_in_hand);
      return setup;
    }
  }
  const Result<std::vector<Square>> squares = PieceList(small, v).read();
  if (!squares) return tl::unexpected(squares.error());
  return handicap_setup(v, *squares);
}

bool is_open_handicap(std::string_view text, Variant v) {
  const std::string small = plain_handicap_name(text);
  if (v == Variant::shogi) {
    if (small == "seven pieces" || small == "nine pieces") return true;
    if (named(small)) return false;
  }
  const Result<std::vector<Square>> left = PieceList(small, v).read();
  const Result<std::vector<Square>> right = PieceList(small, v, true).read();
  return left && right && handicap_setup(v, *left) != handicap_setup(v, *right);
}

std::optional<std::vector<Square>> handicap_squares(const Setup& setup) {
  const Setup& even = start_setup(setup.variant);
  std::vector<Square> missing;
  for (Square s : all_squares) {
    if (setup[s] == even[s]) continue;
    if (!setup[s].empty() || even[s].color() != Color::white || even[s].kind() == general) {
      return std::nullopt;
    }
    missing.push_back(s);
  }
  const Color mover = missing.empty() ? Color::black : Color::white;
  if (setup.side_to_move != mover || setup.hands != even.hands) return std::nullopt;
  return missing;
}

std::optional<std::string> handicap_name(const Setup& setup) {
  static const Setup pawns_in_hand = *read_handicap(with_pawns_in_hand, Variant::shogi);
  if (setup == pawns_in_hand) return std::string(with_pawns_in_hand);
  const std::optional<std::vector<Square>> missing = handicap_squares(setup);
  if (!missing || missing->empty()) return std::nullopt;
  const VariantInfo& v = info(setup.variant);
  if (setup.variant == Variant::shogi) {
    for (const NamedHandicap& handicap : handicaps) {
      std::vector<Square> squares = squares_in(handicap.removed, v);
      std::sort(squares.begin(), squares.end());
      if (squares == *missing) return std::string(handicap.name);
    }
    if (missing->size() == pieces_but_king) return "Nineteen pieces";
  }
  std::string name;
  const Setup& even = start_setup(setup.variant);
  for (Square s : *missing) {
    if (!name.empty()) name += '+';
    name += std::string(v[even[s].kind()].hodges) + square_name(s);
  }
  return name;
}

}  // namespace yari
