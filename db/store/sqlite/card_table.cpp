// A number is given by AUTOINCREMENT: never twice.
#include "db/store/sqlite/card_table.h"

#include <fmt/format.h>

#include "db/store/shared/card_row.h"
#include "rules/sfen.h"

namespace yari {

CardTable::CardTable(Connection& c)
    : connection_(c),
      by_id_(c, fmt::format("SELECT {} FROM cards WHERE id = ?", store::card_columns)),
      by_position_(c, fmt::format("SELECT {} FROM cards WHERE source = ? AND variant = ? "
                                  "AND sfen = ?",
                                  store::card_columns)),
      replace_(c, fmt::format("INSERT OR REPLACE INTO cards({}) "
                              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                              store::card_columns)),
      remove_(c, "DELETE FROM cards WHERE id = ?") {}

std::optional<DrillCard> CardTable::find(std::int64_t id) {
  if (!by_id_->first({id})) return std::nullopt;
  const ResetAtEnd open(*by_id_);
  return store::card_of(store::card_row(*by_id_));
}

std::optional<DrillCard> CardTable::find(CardSource source, const Setup& position) {
  const std::string sfen = write_sfen_without_number(position);
  if (!by_position_->first({static_cast<std::int64_t>(source),
                            std::int64_t{position.variant == Variant::shogi}, sfen}))
    return std::nullopt;
  const ResetAtEnd open(*by_position_);
  return store::card_of(store::card_row(*by_position_));
}

void CardTable::each(const std::function<bool(const DrillCard&)>& visit) {
  Statement rows(connection_, fmt::format("SELECT {} FROM cards ORDER BY id", store::card_columns));
  for (rows.start({}); rows.step();) {
    const std::optional<DrillCard> card = store::card_of(store::card_row(rows));
    if (card && !visit(*card)) return;
  }
}

void CardTable::store(const DrillCard& card) {
  const store::CardRow row = store::row_of(card);
  const std::optional<std::int64_t> id = row.id == 0 ? std::nullopt : std::optional(row.id);
  replace_->run({id, row.source, row.variant, row.sfen, row.moves, row.game, row.ply, row.played,
                 row.repetitions, row.days, row.ease, row.reviews, row.lapses, row.due,
                 row.reviewed});
}

bool CardTable::remove(std::int64_t id) {
  remove_->run({id});
  return connection_.changes() > 0;
}

std::vector<std::string> CardTable::faults(std::size_t most) {
  std::vector<std::string> faults;
  Statement rows(connection_, fmt::format("SELECT {} FROM cards", store::card_columns));
  for (rows.start({}); rows.step() && faults.size() < most;) {
    const store::CardRow row = store::card_row(rows);
    if (!store::card_of(row)) faults.push_back(store::fault_of_card(row.id));
  }
  return faults;
}

}  // namespace yari
