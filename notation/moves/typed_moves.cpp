#include "notation/moves/typed_moves.h"

#include <fmt/format.h>

#include "notation/hodges/move_text.h"
#include "notation/hodges/spelled_move.h"
#include "notation/kif/move_text.h"
#include "notation/kif/scanner.h"
#include "notation/moves/japanese_move.h"
#include "notation/moves/nearest_move.h"
#include "notation/words/japanese.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

template <class V>
class TypedMoves {
 public:
  TypedMoves(std::string_view text, const Setup& start, std::optional<Square> last_target)
      : text_(text), rest_(text), position_(*Position<V>::from(start)), target_(last_target) {}

  Result<std::vector<Move>> read() {
    for (skip_marks(); !rest_.empty(); skip_marks()) {
      const Result<Move> move = read_move();
      if (!move) return tl::unexpected(move.error());
      target_ = move->to();
      position_.play(*move);
      moves_.push_back(*move);
    }
    return moves_;
  }

 private:
  /// Blanks, numbers of moves ("12.", "12...", "12:", "１２．") and signs of the side to move.
  void skip_marks() {
    std::size_t before;
    do {
      before = rest_.size();
      rest_ = trimmed_front(rest_);
      rest_.remove_prefix(blank_at(rest_));
      take_player_mark(rest_);
      take(rest_, ',') || take(rest_, '.') || take(rest_, "…");
      const std::size_t digits = rest_.find_first_not_of("0123456789");
      if (digits != 0 && digits != rest_.npos) {
        if (rest_[digits] == '.') {
          rest_.remove_prefix(std::min(rest_.find_first_not_of('.', digits), rest_.size()));
        } else if (rest_[digits] == ':' || rest_[digits] == ')') {
          rest_.remove_prefix(digits + 1);
        } else if (rest_.substr(digits).starts_with("…")) {
          rest_.remove_prefix(digits);
        }
      }
      rest_.remove_prefix(wide_number_length(rest_));
    } while (rest_.size() < before);
  }

  /// Where the next blank stands; no blank is of the same width in every encoding.
  std::string_view next_word() const {
    std::size_t end = 0;
    while (end < rest_.size() && !is_space(rest_[end]) && rest_[end] != ',' &&
           blank_at(rest_.substr(end)) == 0)
      ++end;
    return rest_.substr(0, end);
  }

  Result<Move> read_move() {
    const std::string_view word = next_word();
    if (const Result<Move> usi = read_usi_move(word, V::info.variant)) {
      const MoveFault fault = position_.fault_of(*usi);
      if (fault != MoveFault::legal)
        return error(fmt::format("{}: {}", word, describe(fault)) + did_you_mean(position_, word));
      rest_.remove_prefix(word.size());
      return *usi;
    }
    MoveText hodges;
    const std::size_t length = read_move_text(word, hodges);
    if (length > 0 && length == word.size() && exists_in<V>(hodges)) return only(hodges, length);
    KifMove kif;
    std::string_view after = rest_;
    if (take_kif_move<V>(after, kif)) {
      const std::size_t taken = rest_.size() - after.size();
      return only(kif, taken, meant_besides(kif, rest_.substr(0, taken)));
    }
    if (const std::size_t spelled = read_spelled_move(rest_, hodges);
        spelled != 0 && exists_in<V>(hodges))
      return only(hodges, spelled);
    return error(fmt::format("expected a move of {} like 7g7f, P-7f or ７六歩, found {}",
                             V::info.name, in_quotes(word)) +
                 did_you_mean(position_, word));
  }

  /// In the names of Yari Shogi 飛車 is the promoted piece, which KIF calls 龍.
  MoveList meant_besides(KifMove kif, std::string_view text) const {
    MoveList moves;
    if (V::info.variant != Variant::yari || text.find("飛車") == text.npos ||
        text.find("香飛") != text.npos)
      return moves;
    kif.kind = promoted(kif.kind);
    meanings(position_, kif, target_, moves);
    return moves;
  }

  /// The one legal move that the text means.
  template <class Text>
  Result<Move> only(const Text& text, std::size_t length, const MoveList& besides = {}) {
    MoveList found;
    meanings(position_, text, target_, found);
    for (const Move move : besides) found.push(move);
    if (found.size() == 0)
      return error(why_impossible(position_, text, target_) +
                   did_you_mean(position_, rest_.substr(0, length)));
    if (found.size() > 1) {
      std::string all;
      for (const Move move : found)
        all += (all.empty() ? "" : " or ") + write_usi_move(move, V::info.variant);
      return error(fmt::format("this move can be {}: say which", all));
    }
    rest_.remove_prefix(length);
    return *found.begin();
  }

  tl::unexpected<Error> error(std::string message) const {
    return tl::unexpected(Error{std::move(message), text_.size() - rest_.size()});
  }

  std::string_view text_;
  std::string_view rest_;
  Position<V> position_;
  std::optional<Square> target_;
  std::vector<Move> moves_;
};

}  // namespace

template <class V>
std::optional<JapaneseMove> read_japanese_move(std::string_view text, const Position<V>& position,
                                               std::optional<Square> last_target) {
  std::string_view rest = text;
  take_player_mark(rest);
  KifMove kif;
  if (!take_kif_move<V>(rest, kif)) return std::nullopt;
  JapaneseMove move;
  move.length = text.size() - rest.size();
  meanings(position, kif, last_target, move.meanings);
  if (move.meanings.empty()) move.why_impossible = why_impossible(position, kif, last_target);
  return move;
}

template std::optional<JapaneseMove> read_japanese_move(std::string_view,
                                                        const Position<YariShogi>&,
                                                        std::optional<Square>);
template std::optional<JapaneseMove> read_japanese_move(std::string_view, const Position<Shogi>&,
                                                        std::optional<Square>);

Result<std::vector<Move>> read_typed_moves(std::string_view text, const Setup& start,
                                           std::optional<Square> last_target) {
  return with_variant(start.variant,
                      [&]<class V>(V) { return TypedMoves<V>(text, start, last_target).read(); });
}

}  // namespace yari
