/// \file
/// One move as KIF or KI2 writes it, and the moves it can mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "notation/moves/move_choice.h"

namespace yari {

/// What the text of a move says: "７六歩(77)", "同　歩", "５八金右", "４五桂打", "２二角不成".
struct KifMove {
  enum class Motion : std::uint8_t { unsaid, up, aside, down };
  enum class Side : std::uint8_t { unsaid, left, right, straight };

  Kind kind{};
  /// No value for 同, the square of the last move.
  std::optional<Square> target = {};
  std::optional<Square> origin = {};
  bool drop = false;
  Promotion promotion = Promotion::unsaid;
  Motion motion = Motion::unsaid;
  Side side = Side::unsaid;
};

/// Takes a move off the front of `text`; false when there is none on the board of V, and `text`
/// then stands where it could not go on.
template <class V>
bool take_kif_move(std::string_view& text, KifMove& move);

/// A line as most programs write it: "  12 ７六歩(77)", "   1 ７五歩打", with or without a time.
struct PlainKifMove {
  std::size_t number = 0;
  KifMove move;
  /// "７六歩(77)"
  std::string_view text;
  /// What follows on the line, without its end.
  std::string_view rest;
  /// Bytes of the line with its end.
  std::size_t length = 0;
};

/// Reads the line at the front of `text` where it is as plain as that. False says nothing about it:
/// take_kif_move and KifScanner know all other forms, and give the same answer for this one.
template <class V>
bool read_plain_kif_move(std::string_view text, PlainKifMove& line);

/// The legal moves that `text` can mean. `last_target` is where the last move ended.
template <class V>
void meanings(const Position<V>& position, const KifMove& text, std::optional<Square> last_target,
              MoveList& moves);

/// The same where the piece on the origin of `text` has promoted and is not named so
/// ("７五角(53)"), or is named as what it becomes ("２二馬(88)"). Empty where the origin is not
/// said.
template <class V>
MoveList meanings_of_promoted(const Position<V>& position, KifMove text,
                              std::optional<Square> last_target);

/// Why `text` means no legal move, as a clause.
template <class V>
std::string why_impossible(const Position<V>& position, const KifMove& text,
                           std::optional<Square> last_target);

enum class KifStyle : std::uint8_t {
  kif,  ///< with the origin: ７六歩(77)
  ki2   ///< with 右 左 直 上 寄 引 打 where needed
};

/// Appends a legal move. Requires: position.is_legal(move).
template <class V>
void append_kif_move(std::string& out, const Position<V>& position, Move move,
                     std::optional<Square> last_target, KifStyle style);

}  // namespace yari
