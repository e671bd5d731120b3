/// \file
/// The moves of a Hodges or PSN record, replayed into a game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/comment.h"
#include "notation/hodges/ending.h"
#include "notation/hodges/lexer.h"
#include "notation/hodges/lookahead.h"
#include "notation/hodges/move_text.h"
#include "notation/text.h"
#include "rules/game.h"

namespace yari {

/// Variations nested deeper than this are kept as text, in a comment.
inline constexpr std::size_t max_nesting = 1000;

/// Reads the moves behind the tags of one record.
template <class V>
class HodgesMoves {
 public:
  HodgesMoves(std::string_view text, Game& game, Findings& findings, bool strict,
              LookAheadBudget& budget)
      : text_(text), game_(game), findings_(findings), strict_(strict), budget_(budget) {}

  /// Reads from `lexer` to the end of the record. What the moves say about the result goes into
  /// the game only where it says nothing yet.
  void read(HodgesLexer lexer, const Position<V>& start);

 private:
  using Token = HodgesToken;
  using Type = HodgesToken::Type;

  // The place in one line of play.
  struct Place {
    NodeId node = root_node;
    int ply = 0;
    bool has_move = false;
    bool has_last = false;
    bool has_last_before = false;
    Square last{};
    Square last_before{};
    Position<V> before;
    Position<V> now;
  };

  bool handle(const Token& t);
  bool move(const Token& t);
  bool illegal(const Token& t, const std::string& why);
  Move choose(const Token& t, const MoveList& moves);
  void play(Move m);
  void check_type(const Token& t, const MoveText& text, Move m);
  std::string spelled(Move m) const;
  bool refuse(std::size_t offset, std::string message);
  void comment(const Token& t);
  void glyph(const Token& t);
  void open(const Token& t);
  void close(const Token& t);
  bool words(const Token& t);
  void end_game(const EndingPhrase& said);
  void result(const Token& t);
  void keep_as_comment(std::size_t from, std::size_t to);
  void find_result_in_rest();
  void finish();
  void take_result_from_last_comment();

  std::string_view text_;
  Game& game_;
  Findings& findings_;
  bool strict_;
  LookAheadBudget& budget_;
  HodgesLexer lexer_{{}, 0};
  std::vector<Place> outer_;
  Place* place_ = nullptr;
  std::string pending_before_;
  CommentExtras extras_;
  GameResult stated_result_ = GameResult::unknown;
  Ending stated_ending_ = Ending::unknown;
  bool over_ = false;
  /// Positions before the last move are kept only for records that may have variations.
  bool may_branch_ = true;
};

}  // namespace yari
