// A number is given by the tables: never twice.
#include "db/store/sql/card_table.h"

#include <fmt/format.h>

#include "db/store/shared/card_row.h"
#include "rules/sfen.h"

namespace yari::sql {

namespace {

/// All but the number.
constexpr const char* columns =
    "source, variant, sfen, moves, game, ply, played, repetitions, days, ease, reviews, lapses, "
    "due, reviewed";
constexpr const char* values = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14";

std::string select_cards(std::string_view rest) {
  return fmt::format("SELECT {}, id FROM @.cards {}", columns, rest);
}

store::CardRow card_row(const Rows& row) {
  return {.id = row.integer(14),
          .source = row.integer(0),
          .variant = row.integer(1),
          .sfen = std::string(row.text(2)),
          .moves = std::string(row.text(3)),
          .played = std::string(row.text(6)),
          .game = row.integer(4),
          .ply = row.integer(5),
          .repetitions = row.integer(7),
          .days = row.integer(8),
          .ease = row.integer(9),
          .reviews = row.integer(10),
          .lapses = row.integer(11),
          .due = row.integer(12),
          .reviewed = row.integer(13)};
}

}  // namespace

std::optional<DrillCard> CardTable::find(std::int64_t id) const {
  const auto row = tables_.prepare(select_cards("WHERE id = $1"));
  if (!row->first({id})) return std::nullopt;
  return store::card_of(card_row(*row));
}

std::optional<DrillCard> CardTable::find(CardSource source, const Setup& position) const {
  const auto row =
      tables_.prepare(select_cards("WHERE source = $1 AND variant = $2 AND sfen = $3"));
  const std::string sfen = write_sfen_without_number(position);
  if (!row->first({static_cast<std::int64_t>(source),
                   std::int64_t{position.variant == Variant::shogi}, sfen}))
    return std::nullopt;
  return store::card_of(card_row(*row));
}

void CardTable::each(const std::function<bool(const DrillCard&)>& visit) const {
  const auto rows = tables_.read(select_cards("ORDER BY id"));
  while (rows->step()) {
    const std::optional<DrillCard> card = store::card_of(card_row(*rows));
    if (card && !visit(*card)) return;
  }
}

void CardTable::store(const DrillCard& card) {
  const store::CardRow row = store::row_of(card);
  std::vector<Parameter> parameters{
      row.source,      row.variant, row.sfen, row.moves,   row.game,   row.ply, row.played,
      row.repetitions, row.days,    row.ease, row.reviews, row.lapses, row.due, row.reviewed};
  if (row.id == 0) {
    // In the place of a damaged one.
    tables_.prepare("DELETE FROM @.cards WHERE source = $1 AND variant = $2 AND sfen = $3")
        ->run({row.source, row.variant, row.sfen});
    tables_.prepare(fmt::format("INSERT INTO @.cards({}) VALUES ({})", columns, values))
        ->run(parameters);
    return;
  }
  parameters.emplace_back(row.id);
  tables_.prepare(fmt::format("UPDATE @.cards SET ({}) = ({}) WHERE id = $15", columns, values))
      ->run(parameters);
}

bool CardTable::remove(std::int64_t id) {
  tables_.prepare("DELETE FROM @.cards WHERE id = $1")->run({id});
  return tables_.changes() > 0;
}

std::vector<std::string> CardTable::faults(std::size_t most) const {
  std::vector<std::string> faults;
  const auto rows = tables_.read(select_cards(""));
  while (faults.size() < most && rows->step()) {
    const store::CardRow row = card_row(*rows);
    if (!store::card_of(row)) faults.push_back(fmt::format("cards: card {} is damaged", row.id));
  }
  return faults;
}

}  // namespace yari::sql
