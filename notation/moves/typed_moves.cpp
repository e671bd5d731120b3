#include "notation/moves/typed_moves.h"

#include <fmt/format.h>

#include "notation/hodges/move_text.h"
#include "notation/kif/move_text.h"
#include "notation/kif/scanner.h"
#include "rules/sfen.h"
#include "text/text.h"

namespace yari {

namespace {

template <class V>
class TypedMoves {
 public:
  TypedMoves(std::string_view text, const Setup& start)
      : text_(text), rest_(text), position_(*Position<V>::from(start)) {}

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
  /// Blanks, numbers of moves ("12.", "12...") and signs of the side to move.
  void skip_marks() {
    std::size_t before;
    do {
      before = rest_.size();
      rest_ = trimmed_front(rest_);
      take_blanks(rest_);
      take_player_mark(rest_);
      const std::size_t digits = rest_.find_first_not_of("0123456789");
      if (digits != 0 && digits != rest_.npos && rest_[digits] == '.')
        rest_.remove_prefix(std::min(rest_.find_first_not_of('.', digits), rest_.size()));
    } while (rest_.size() < before);
  }

  Result<Move> read_move() {
    const std::size_t end = std::min(rest_.find_first_of(" \t\r\n"), rest_.find("　"));
    const std::string_view word = rest_.substr(0, end);
    if (const Result<Move> usi = read_usi_move(word, V::info.variant)) {
      const MoveFault fault = position_.fault_of(*usi);
      if (fault != MoveFault::legal) return error(fmt::format("{}: {}", word, describe(fault)));
      rest_.remove_prefix(word.size());
      return *usi;
    }
    MoveText hodges;
    const std::size_t length = read_move_text(word, hodges);
    if (length > 0 && length == word.size() && kind_of<V>(hodges)) return only(hodges, length);
    KifMove kif;
    std::string_view after = rest_;
    if (take_kif_move<V>(after, kif)) return only(kif, rest_.size() - after.size());
    return error(fmt::format("expected a move of {} like 7g7f, P-7f or ７六歩, found {}",
                             V::info.name, in_quotes(word)));
  }

  /// The one legal move that the text means.
  template <class Text>
  Result<Move> only(const Text& text, std::size_t length) {
    MoveList found;
    meanings(position_, text, target_, found);
    if (found.size() == 0) return error(why_impossible(position_, text, target_));
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

Result<std::vector<Move>> read_typed_moves(std::string_view text, const Setup& start) {
  return with_variant(start.variant, [&]<class V>(V) { return TypedMoves<V>(text, start).read(); });
}

}  // namespace yari
