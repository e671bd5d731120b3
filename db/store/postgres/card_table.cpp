// A number is given by the server: never twice.
#include "db/store/postgres/card_table.h"

#include <fmt/format.h>

#include "db/store/shared/card_row.h"
#include "rules/sfen.h"

namespace yari::pg {

std::optional<DrillCard> CardTable::find(std::int64_t id) {
  Statement row =
      home_.statement(fmt::format("SELECT {} FROM @.cards WHERE id = $1", store::card_columns));
  if (!row.first({id})) return std::nullopt;
  return store::card_of(store::card_row(row));
}

std::optional<DrillCard> CardTable::find(CardSource source, const Setup& position) {
  Statement row = home_.statement(
      fmt::format("SELECT {} FROM @.cards WHERE source = $1 AND variant = $2 AND sfen = $3",
                  store::card_columns));
  const std::string sfen = write_sfen_without_number(position);
  if (!row.first({static_cast<std::int64_t>(source),
                  std::int64_t{position.variant == Variant::shogi}, sfen}))
    return std::nullopt;
  return store::card_of(store::card_row(row));
}

void CardTable::each(const std::function<bool(const DrillCard&)>& visit) {
  Stream rows(*home_.connection,
              home_.sql(fmt::format("SELECT {} FROM @.cards ORDER BY id", store::card_columns)));
  while (rows.step()) {
    const std::optional<DrillCard> card = store::card_of(store::card_row(rows.row()));
    if (card && !visit(*card)) return;
  }
}

void CardTable::store(const DrillCard& card) {
  const store::CardRow row = store::row_of(card);
  const std::string_view columns = std::string_view(store::card_columns).substr(4);
  if (row.id == 0) {
    // In the place of a damaged one.
    home_.statement("DELETE FROM @.cards WHERE source = $1 AND variant = $2 AND sfen = $3")
        .run({row.source, row.variant, row.sfen});
    home_
        .statement(fmt::format("INSERT INTO @.cards({}) VALUES "
                               "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
                               columns))
        .run({row.source, row.variant, row.sfen, row.moves, row.game, row.ply, row.played,
              row.repetitions, row.days, row.ease, row.reviews, row.lapses, row.due, row.reviewed});
    return;
  }
  home_
      .statement(fmt::format("UPDATE @.cards SET ({}) = "
                             "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) "
                             "WHERE id = $15",
                             columns))
      .run({row.source, row.variant, row.sfen, row.moves, row.game, row.ply, row.played,
            row.repetitions, row.days, row.ease, row.reviews, row.lapses, row.due, row.reviewed,
            row.id});
}

bool CardTable::remove(std::int64_t id) {
  home_.statement("DELETE FROM @.cards WHERE id = $1").run({id});
  return home_.connection->changes() > 0;
}

std::vector<std::string> CardTable::faults(std::size_t most) {
  std::vector<std::string> faults;
  Stream rows(*home_.connection,
              home_.sql(fmt::format("SELECT {} FROM @.cards", store::card_columns)));
  while (rows.step() && faults.size() < most) {
    const store::CardRow row = store::card_row(rows.row());
    if (!store::card_of(row)) faults.push_back(store::fault_of_card(row.id));
  }
  return faults;
}

}  // namespace yari::pg
