/// \file
/// Rows of judgements, the same in every back end with SQL. A row has `integer`, `text` and
/// `is_null`, each of a column from 0.
#pragma once

#include <optional>
#include <string_view>

#include "db/store/annotation.h"
#include "rules/sfen.h"

namespace yari::store {

/// What read_judgement expects, in this order.
inline constexpr const char* judgement_columns =
    "ply, kind, color, loss, before, after, mate, move, better";

/// Move::none() for text that is no move: the store may come from anywhere.
inline Move stored_move(std::string_view usi, Variant v) {
  return read_usi_move(usi, v).value_or(Move::none());
}

/// No value for a kind that does not exist.
template <class Row>
std::optional<StoredJudgement> read_judgement(const Row& row, Variant v) {
  const auto number = [&](int column) { return static_cast<int>(row.integer(column)); };
  if (number(1) < 1 || number(1) > judged_kind_count) return std::nullopt;
  StoredJudgement j;
  j.ply = number(0);
  j.kind = static_cast<JudgedKind>(number(1));
  j.color = number(2) == 0 ? Color::black : Color::white;
  j.loss = number(3);
  j.before = number(4);
  j.after = number(5);
  if (!row.is_null(6)) j.mate = number(6);
  j.move = stored_move(row.text(7), v);
  j.better = stored_move(row.text(8), v);
  return j;
}

}  // namespace yari::store
