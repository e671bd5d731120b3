// What the tags say comes first, then what the moves say; what they leave open is tried.
#include "notation/hodges/start.h"

#include <algorithm>
#include <string>

#include "notation/words/handicap_text.h"
#include "record/tag_value.h"
#include "rules/foreign_fen.h"
#include "rules/handicap.h"
#include "rules/sfen.h"
#include "rules/start.h"

namespace yari {

namespace {

using Type = HodgesToken::Type;

// Which game a move text can only be of.
std::optional<Variant> variant_by_letter(const HodgesToken& t) {
  // A word for a piece begins with any letter.
  const std::string_view letters = t.spelled ? std::string_view(&t.move.letter, 1) : t.text;
  if (t.spelled && t.move.yari) return Variant::yari;
  for (const char c : letters) {
    if (c == 'Y') return Variant::yari;
    if (c == 'S' || c == 'L' || c == 'D' || c == 'H' || c == 'T') return Variant::shogi;
  }
  return std::nullopt;
}

// Which game a record's move texts belong to.
std::optional<Variant> variant_by_letters(const ScannedMoves& moves) {
  std::optional<Variant> by_digits;
  for (const HodgesToken& t : moves.tokens) {
    if (t.type != Type::move) continue;
    if (const auto v = variant_by_letter(t)) return v;
    // A file of Shogi alone, or a rank where ranks are digits too: a letter may still decide.
    if (t.text.find_first_of("89") != t.text.npos) by_digits = Variant::shogi;
  }
  return by_digits;
}

// Whether more than one move is of another game than V: a single one is a slip of the pen.
template <class V>
bool is_of_another_game(const ScannedMoves& moves) {
  int strange = 0;
  for (const HodgesToken& t : moves.tokens) {
    if (t.type == Type::move && !may_be_word(t.text) && !exists_in<V>(t.move)) ++strange;
    if (strange > 1) return true;
  }
  return false;
}

template <class V>
int playable_plies(const ScannedMoves& moves) {
  LookAheadBudget budget = 4000;
  const std::vector<PossibleStart<V>> even{{Position<V>::start()}};
  return look_ahead(moves, 0, even, false, budget).plies[0];
}

// Handicaps to try where the record lost its own.
std::vector<Setup> known_handicaps(Variant v) {
  std::vector<Setup> list;
  const auto add = [&](std::string_view name) {
    if (const Result<Setup> s = read_handicap(name, v)) list.push_back(*s);
  };
  if (v == Variant::shogi) {
    for (const NamedHandicap& h : shogi_handicaps()) add(h.name);
    return list;
  }
  std::vector<std::string> squares;
  const Setup& even = start_setup(v);
  for (int file = 0; file < info(v).files; ++file) {
    const Square s = Square::at(file, 0);
    if (!even[s].empty() && even[s].kind() != general) {
      squares.push_back(square_name(s));
    }
  }
  for (const std::string& s : squares) add(s);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    for (std::size_t j = i + 1; j < squares.size(); ++j) add(squares[i] + ' ' + squares[j]);
  }
  return list;
}

template <class V>
class StartFinder {
 public:
  StartFinder(const Header& header, const ScannedMoves& moves, Findings& findings,
              LookAheadBudget& budget)
      : header_(header), moves_(moves), findings_(findings), budget_(budget) {}

  std::optional<HodgesStart> find() {
    skip_to_first_move();
    const std::optional<Setup> handicap = tagged_handicap();
    if (header_.sfen) return by_sfen(handicap);
    if (handicap_unknown_) return unknown_start();
    if (handicap) return HodgesStart{*handicap, header_.handicap->value_place, 0};
    return by_moves();
  }

 private:
  void skip_to_first_move() {
    for (; first_ < moves_.tokens.size(); ++first_) {
      const Type type = moves_.tokens[first_].type;
      if (type == Type::ellipsis) white_starts_ = true;
      if (type != Type::ellipsis && type != Type::comment && type != Type::braces) {
        return;
      }
    }
  }

  std::optional<HodgesStart> by_sfen(const std::optional<Setup>& handicap) {
    const std::string_view place = header_.sfen->value_place;
    const std::optional<ForeignFen> foreign = read_foreign_fen(header_.sfen->value);
    if (foreign) report(*foreign, place);
    const Result<Setup> setup =
        read_start(foreign ? foreign->sfen : trimmed(header_.sfen->value), V::info.variant);
    if (!setup) {
      findings_.add(FindingCode::bad_position, place, setup.error());
      return std::nullopt;
    }
    if (handicap && !handicap->same_position(*setup)) {
      findings_.add(FindingCode::handicap_against_position, header_.handicap->value_place,
                    in_quotes(header_.handicap->value), "the tag " + header_.sfen->name);
    }
    return HodgesStart{*setup, place, 0, handicap_unknown_};
  }

  void report(const ForeignFen& foreign, std::string_view place) {
    findings_.add(foreign.in_brackets ? FindingCode::foreign_fen : FindingCode::foreign_fen_guessed,
                  place);
  }

  std::optional<Setup> tagged_handicap() {
    if (!header_.handicap) return std::nullopt;
    const std::string name(trimmed(header_.handicap->value));
    if (says_nothing(name)) return std::nullopt;
    if (is_other_start(name)) {
      if (!header_.sfen)
        findings_.add(FindingCode::board_missing, header_.handicap->value_place, name);
      return std::nullopt;
    }
    const Result<Setup> setup = read_recorded_handicap(name, V::info.variant);
    if (!setup) {
      handicap_unknown_ = true;
      if (header_.sfen)
        findings_.add(FindingCode::tag_value, header_.handicap->value_place,
                      "a handicap that is known", in_quotes(header_.handicap->value));
      return std::nullopt;
    }
    if (const auto unclear = unclear_handicap(name, V::info.variant))
      findings_.add(*unclear, header_.handicap->value_place);
    return *setup;
  }

  // Any start would be a guess, and the moves would be those of another game.
  HodgesStart unknown_start() {
    const std::string_view place = header_.handicap->value_place;
    findings_.add(FindingCode::unknown_handicap, place, in_quotes(header_.handicap->value));
    return {start_setup(V::info.variant), place, 0, true, true};
  }

  // No tag says where the game starts: even, unless the moves say otherwise.
  HodgesStart by_moves() {
    const Setup& even = start_setup(V::info.variant);
    if (first_ == moves_.tokens.size()) return {even, findings_.end(), 0};
    const HodgesToken& first = moves_.tokens[first_];
    if (const auto set_up = pieces_set_up()) return *set_up;
    const bool playable = can_play(Position<V>::start(), first);
    if (!white_starts_ && playable) return {even, first.text, 0};
    if (!white_starts_) {
      if (const auto removed = removal()) return *removed;
    }
    if (first.type != Type::move) return {even, first.text, 0};
    return {lost_handicap(first).value_or(even), first.text, 0};
  }

  static bool can_play(const Position<V>& position, const HodgesToken& t) {
    if (t.type != Type::move || !exists_in<V>(t.move)) return false;
    MoveList moves;
    meanings(position, t.move, std::nullopt, moves);
    return !moves.empty();
  }

  // "wK3a b+R2c bP* bRH1 $ 1. ...": GNU Shogi names every piece of the start.
  std::optional<HodgesStart> pieces_set_up() {
    HodgesStart start{Setup{.variant = V::info.variant}, moves_.tokens[first_].text, first_};
    std::size_t& i = start.first_token;
    for (; i < moves_.tokens.size(); ++i) {
      const HodgesToken& t = moves_.tokens[i];
      if (i != first_ && t.text == ",") continue;
      if (!set_up_piece(t, start.setup)) break;
    }
    if (i == first_) return std::nullopt;
    if (i < moves_.tokens.size() && moves_.tokens[i].text == "$") ++i;
    first_ = i;
    white_starts_ = false;
    skip_to_first_move();
    if (white_starts_) start.setup.side_to_move = Color::white;
    return start;
  }

  bool set_up_piece(const HodgesToken& t, Setup& setup) const {
    std::string_view text = t.text;
    if (t.type != Type::word || (text[0] != 'b' && text[0] != 'w')) return false;
    const Color color = text[0] == 'b' ? Color::black : Color::white;
    text.remove_prefix(1);
    const int in_hand = take_hand_count(text);
    MoveText piece;
    const std::string spelled = std::string(text) + (in_hand != 0 ? "1a" : "");
    if (read_move_text(spelled, piece) != spelled.size()) return false;
    const std::optional<Kind> kind = kind_of<V>(piece);
    if (!kind || !piece.target || piece.from_file >= 0 || piece.from_rank >= 0) return false;
    if (in_hand != 0) {
      Hand& hand = setup.hands[color];
      if (index(*kind) >= hand_kind_count || hand.count(*kind) + in_hand > most_in_hand)
        return false;
      hand.add(*kind, in_hand);
    } else {
      setup[*piece.target] = Piece(color, *kind);
    }
    return true;
  }

  // Takes what says that a piece is in hand off the end: "P*", "PH", "PH15". Returns how many there
  // are; 0 where it stands on the board.
  static int take_hand_count(std::string_view& text) {
    if (text.ends_with('*')) return text.remove_suffix(1), 1;
    const std::size_t h = text.find_last_not_of("0123456789");
    if (h == text.npos || h == 0 || text[h] != 'H' || text[h - 1] == '+') return 0;
    const std::string_view digits = text.substr(h + 1);
    const int n = digits.empty() ? 1 : whole_number<int>(digits).value_or(0);
    if (n < 1 || n > most_in_hand) return 0;
    text = text.substr(0, h);
    return n;
  }

  static constexpr int most_in_hand = 99;

  // "1. YR1a P-3d", "1. R8bB2b P-3d": Black's first "move" takes the handicap pieces off the board.
  std::optional<HodgesStart> removal() {
    std::vector<Square> squares;
    std::size_t end = first_;
    for (std::size_t i = first_; i < moves_.tokens.size(); ++i) {
      const HodgesToken& t = moves_.tokens[i];
      if (t.type == Type::comment || t.type == Type::braces) continue;
      if (!take_removed(t.text, squares)) break;
      end = i + 1;
    }
    if (squares.empty()) return std::nullopt;
    const std::string_view place = moves_.tokens[first_].text;
    findings_.add(FindingCode::handicap_by_first_move, place);
    return HodgesStart{handicap_setup(V::info.variant, squares), place, end};
  }

  // The pieces of White that `text` names one after the other; false where it says anything else.
  static bool take_removed(std::string_view text, std::vector<Square>& squares) {
    std::vector<Square> more = squares;
    while (!text.empty()) {
      MoveText named;
      const std::size_t length = read_move_text(text, named);
      if (length == 0 || named.type != MoveText::Type::unsaid || !named.target) return false;
      const std::optional<Kind> kind = kind_of<V>(named);
      if (!kind || *kind == general) return false;
      if (start_setup(V::info.variant)[*named.target] != Piece(Color::white, *kind)) return false;
      if (std::find(more.begin(), more.end(), *named.target) != more.end()) return false;
      more.push_back(*named.target);
      text.remove_prefix(length);
    }
    squares = std::move(more);
    return true;
  }

  // White starts, or the first move fits White alone: the record lost its handicap.
  std::optional<Setup> lost_handicap(const HodgesToken& first) {
    std::vector<Setup> setups = known_handicaps(V::info.variant);
    if (white_starts_) {
      setups.push_back(start_setup(V::info.variant));
      setups.back().side_to_move = Color::white;
    }
    std::vector<PossibleStart<V>> candidates;
    std::vector<const Setup*> fitting;
    for (const Setup& s : setups) {
      const auto position = Position<V>::from(s);
      if (!position || !can_play(*position, first)) continue;
      candidates.push_back({*position});
      fitting.push_back(&s);
    }
    if (candidates.empty()) return std::nullopt;
    const std::vector<std::size_t> best =
        look_ahead(moves_, first_, candidates, false, budget_).best();
    const auto name = [&](std::size_t i) {
      return handicap_name(*fitting[i]).value_or("even, with White to move");
    };
    std::string fits;
    for (const std::size_t i : best) fits += (fits.empty() ? "" : ", ") + name(i);
    if (best.size() > 1) fits += "; " + name(best[0]) + " is taken";
    findings_.add(FindingCode::handicap_by_moves, first.text, fits);
    return *fitting[best[0]];
  }

  const Header& header_;
  const ScannedMoves& moves_;
  Findings& findings_;
  LookAheadBudget& budget_;
  /// The token of the first move.
  std::size_t first_ = 0;
  bool white_starts_ = false;
  bool handicap_unknown_ = false;
};

// A handicap that one game alone has: "2-piece", "Rook and lance".
std::optional<Variant> variant_by_handicap(const Header& header) {
  if (!header.handicap) return std::nullopt;
  const std::string_view name = header.handicap->value;
  const bool yari = read_recorded_handicap(name, Variant::yari).has_value();
  if (yari == read_recorded_handicap(name, Variant::shogi).has_value()) return std::nullopt;
  return yari ? Variant::yari : Variant::shogi;
}

}  // namespace

Variant find_variant(const Header& header, const ScannedMoves& moves, const ReadOptions& options,
                     Findings& findings) {
  if (header.variant) return *header.variant;
  if (header.sfen) {
    if (const auto v = variant_of_board(header.sfen->value)) return *v;
  }
  const std::string_view at = moves.tokens.empty() ? findings.end() : moves.tokens[0].text;
  const bool as_wished = options.variant && !with_variant(*options.variant, [&]<class V>(V) {
                           return is_of_another_game<V>(moves);
                         });
  if (as_wished) return *options.variant;
  if (const std::optional<Variant> v = variant_by_letters(moves)) {
    if (!options.variant || *options.variant != *v) {
      findings.add(FindingCode::game_guessed, at, "its moves", info(*v).name);
    }
    return *v;
  }
  if (options.variant) return *options.variant;
  if (const std::optional<Variant> v = variant_by_handicap(header)) {
    findings.add(FindingCode::game_guessed, header.handicap->value_place, "its handicap",
                 info(*v).name);
    return *v;
  }
  const bool shogi = playable_plies<Shogi>(moves) > playable_plies<YariShogi>(moves);
  const Variant v = shogi ? Variant::shogi : Variant::yari;
  findings.add(FindingCode::game_assumed, at, info(v).name);
  return v;
}

std::string_view first_usi_move(const ScannedMoves& moves) {
  std::string_view first;
  for (const HodgesToken& t : moves.tokens) {
    if (t.type != Type::move) continue;
    if (t.move.letter == '\0' ? t.spelled : t.move.type != MoveText::Type::drop) return {};
    if (first.empty() && t.move.letter == '\0') first = t.text;
  }
  return first;
}

template <class V>
std::optional<HodgesStart> find_start(const Header& header, const ScannedMoves& moves,
                                      Findings& findings, LookAheadBudget& budget) {
  return StartFinder<V>(header, moves, findings, budget).find();
}

template std::optional<HodgesStart> find_start<YariShogi>(const Header&, const ScannedMoves&,
                                                          Findings&, LookAheadBudget&);
template std::optional<HodgesStart> find_start<Shogi>(const Header&, const ScannedMoves&, Findings&,
                                                      LookAheadBudget&);

}  // namespace yari
