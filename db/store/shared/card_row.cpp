// What a row claims is checked by the rules before it is believed.
#include "db/store/shared/card_row.h"

#include <algorithm>
#include <array>

#include "rules/position.h"
#include "rules/sfen.h"

namespace yari {

namespace {

constexpr std::array<std::string_view, card_source_count> card_source_names{"book", "mistake",
                                                                            "puzzle", "own"};

}  // namespace

std::string_view name(CardSource source) {
  return card_source_names[static_cast<std::size_t>(source)];
}

std::optional<CardSource> card_source_named(std::string_view text) {
  for (std::size_t i = 0; i < card_source_names.size(); ++i)
    if (card_source_names[i] == text) return static_cast<CardSource>(i);
  return std::nullopt;
}

namespace store {

namespace {

/// A year of four digits, and a day that no month is without.
bool is_day(std::int64_t date) {
  return date >= 10000101 && date <= 99991231 && date / 100 % 100 >= 1 && date / 100 % 100 <= 12 &&
         date % 100 >= 1 && date % 100 <= 31;
}

/// No value for what is no text of moves.
std::optional<std::vector<Move>> moves_of(std::string_view text, Variant v) {
  std::vector<Move> moves;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const Result<Move> move = read_usi_move(text.substr(0, end), v);
    if (!move) return std::nullopt;
    moves.push_back(*move);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return moves;
}

template <class V>
bool are_legal(const DrillCard& card) {
  Position<V> position = Position<V>::from_unchecked(card.position);
  if (card.played != Move::none() && !position.is_legal(card.played)) return false;
  for (const Move move : card.moves) {
    if (!position.is_legal(move)) return false;
    if (!card.has_choices()) position.play(move);
  }
  return true;
}

bool numbers_are_sound(const CardRow& row) {
  constexpr std::int64_t most = 1'000'000;
  for (const std::int64_t amount : {row.ply, row.repetitions, row.days, row.reviews, row.lapses})
    if (amount < 0 || amount > most) return false;
  return row.id > 0 && row.source >= 0 && row.source < card_source_count && row.variant >= 0 &&
         row.variant <= 1 && row.game >= 0 && row.game <= last_game_id && row.ease >= 130 &&
         row.ease <= most && is_day(row.due) && (row.reviewed == 0 || is_day(row.reviewed));
}

}  // namespace

std::optional<DrillCard> card_of(const CardRow& row) {
  if (!numbers_are_sound(row)) return std::nullopt;
  const Variant v = row.variant == 1 ? Variant::shogi : Variant::yari;
  const Result<Setup> setup = read_sfen(row.sfen, v);
  if (!setup || !faults_of(*setup).empty() || write_sfen_without_number(*setup) != row.sfen)
    return std::nullopt;
  const auto moves = moves_of(row.moves, v);
  const auto played = moves_of(row.played, v);
  if (!moves || moves->empty() || !played || played->size() > 1) return std::nullopt;
  DrillCard card;
  card.id = row.id;
  card.source = static_cast<CardSource>(row.source);
  card.position = *setup;
  card.moves = *moves;
  card.game = row.game;
  card.ply = static_cast<int>(row.ply);
  if (!played->empty()) card.played = played->front();
  card.repetitions = static_cast<int>(row.repetitions);
  card.days = static_cast<int>(row.days);
  card.ease = static_cast<int>(row.ease);
  card.reviews = static_cast<int>(row.reviews);
  card.lapses = static_cast<int>(row.lapses);
  card.due = static_cast<DateNumber>(row.due);
  card.reviewed = static_cast<DateNumber>(row.reviewed);
  const bool legal = with_variant(v, [&]<class V>(V) { return are_legal<V>(card); });
  return legal ? std::optional(std::move(card)) : std::nullopt;
}

CardRow row_of(const DrillCard& card) {
  const Variant v = card.position.variant;
  CardRow row;
  row.id = card.id;
  row.source = static_cast<std::int64_t>(card.source);
  row.variant = v == Variant::shogi ? 1 : 0;
  row.sfen = write_sfen_without_number(card.position);
  for (const Move move : card.moves) {
    if (!row.moves.empty()) row.moves += ' ';
    append_usi_move(row.moves, move, v);
  }
  if (card.played != Move::none()) row.played = write_usi_move(card.played, v);
  row.game = card.game;
  row.ply = card.ply;
  row.repetitions = card.repetitions;
  row.days = card.days;
  row.ease = card.ease;
  row.reviews = card.reviews;
  row.lapses = card.lapses;
  row.due = card.due;
  row.reviewed = card.reviewed;
  return row;
}

}  // namespace store

}  // namespace yari
