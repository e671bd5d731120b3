// The numbers of both players are one text; everything that is searched for has columns.
#include "db/store/postgres/annotation_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "db/codec/record_sums.h"
#include "db/store/shared/annotation_rows.h"
#include "rules/sfen.h"

namespace yari::pg {

namespace {

/// The judgements of a game.
std::string judgements_where(const char* condition) {
  return fmt::format("SELECT {} FROM @.judgements WHERE game = $1 {}", store::judgement_columns,
                     condition);
}

std::string text_of_players(const std::array<StoredPlayer, 2>& players) {
  std::string text;
  for (const StoredPlayer& p : players) {
    text += fmt::format("{} {} {} ", p.all.moves, p.all.accuracy, p.mean_loss);
    for (const StoredAccuracy& phase : p.phases)
      text += fmt::format("{} {} ", phase.moves, phase.accuracy);
  }
  return text;
}

std::array<StoredPlayer, 2> players_in(std::string_view text) {
  const auto number = [&] {
    int value = 0;
    while (text.starts_with(' ')) text.remove_prefix(1);
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value).ptr;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
  };
  std::array<StoredPlayer, 2> players;
  for (StoredPlayer& p : players) {
    p.all.moves = number();
    p.all.accuracy = number();
    p.mean_loss = number();
    for (StoredAccuracy& phase : p.phases) {
      phase.moves = number();
      phase.accuracy = number();
    }
  }
  return players;
}

}  // namespace

AnnotationTables::AnnotationTables(Shards& shards)
    : shards_(shards),
      load_(shards,
            "SELECT a.engine, a.limits, a.coefficient, g.variant, a.book_plies, a.players, "
            "a.own_notes, a.own_sum FROM @.annotations a JOIN @.games g ON g.id = a.game "
            "WHERE a.game = $1"),
      load_judgements_(shards, judgements_where("ORDER BY ply, kind")),
      has_(shards, "SELECT 1 FROM @.annotations WHERE game = $1"),
      judgements_(shards, judgements_where("AND ply = $2 ORDER BY kind")) {}

std::optional<StoredAnnotation> AnnotationTables::load(GameId game) {
  const auto shard = shards_.of_game(game);
  if (!shard) return std::nullopt;
  Statement& row = load_[*shard];
  Statement& rows = load_judgements_[*shard];
  row.start({game});
  rows.start({game});
  if (!row.step()) return std::nullopt;
  StoredAnnotation annotation;
  annotation.engine = row.text(0);
  annotation.limits = row.text(1);
  annotation.coefficient = static_cast<int>(row.integer(2));
  const Variant v = row.integer(3) == 1 ? Variant::shogi : Variant::yari;
  annotation.book_plies = static_cast<int>(row.integer(4));
  annotation.players = players_in(row.text(5));
  if (!row.is_null(7)) {
    const ByteView notes = row.blob(6);
    if (row.integer(7) != sum_of_notes(game, notes))
      throw DamagedGame(game, fmt::format("{}: game {} is damaged: the notes it had before its "
                                          "annotation are not those that were kept",
                                          shards_.name(), game));
    annotation.own_notes.emplace(notes.begin(), notes.end());
  }
  while (rows.step())
    if (const auto judgement = store::read_judgement(rows, v))
      annotation.judgements.push_back(*judgement);
  return annotation;
}

std::vector<GameId> AnnotationTables::games() {
  Fan rows(shards_, "SELECT game FROM @.annotations");
  std::vector<GameId> ids;
  rows.start({});
  while (const Statement* const row = rows.next()) ids.push_back(row->integer(0));
  std::ranges::sort(ids);
  return ids;
}

bool AnnotationTables::has(GameId game) {
  const auto shard = shards_.of_game(game);
  return shard && has_[*shard].first({game});
}

std::vector<StoredJudgement> AnnotationTables::judgements(GameId game, int ply, Variant v) {
  std::vector<StoredJudgement> found;
  const auto shard = shards_.of_game(game);
  if (!shard) return found;
  Statement& rows = judgements_[*shard];
  for (rows.start({game, ply}); rows.step();)
    if (const auto judgement = store::read_judgement(rows, v)) found.push_back(*judgement);
  return found;
}

void AnnotationTables::store(GameId game, const StoredAnnotation& a) {
  remove(game);
  const Shard& shard = shards_[shards_.of_game(game).value_or(0)];
  Statement variant = shard.statement("SELECT variant FROM @.games WHERE id = $1");
  const Variant v =
      variant.first({game}) && variant.integer(0) == 1 ? Variant::shogi : Variant::yari;
  std::optional<std::int64_t> sum;
  if (a.own_notes) sum = sum_of_notes(game, *a.own_notes);
  shard
      .statement(
          "INSERT INTO @.annotations(game, engine, limits, coefficient, book_plies, "
          "players, own_notes, own_sum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
      .run({game, a.engine, a.limits, a.coefficient, a.book_plies, text_of_players(a.players),
            a.own_notes, sum});
  Statement add = shard.statement(
      "INSERT INTO @.judgements(game, ply, kind, color, loss, before, after, mate, move, better) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) "
      "ON CONFLICT (game, ply, kind) DO NOTHING");
  for (const StoredJudgement& j : a.judgements)
    add.run({game, j.ply, static_cast<int>(j.kind), j.color == Color::black ? 0 : 1, j.loss,
             j.before, j.after, j.mate, write_usi_move(j.move, v),
             j.better ? std::optional(write_usi_move(j.better, v)) : std::nullopt});
}

void AnnotationTables::remove(GameId game) {
  const Shard& shard = shards_[shards_.of_game(game).value_or(0)];
  shard.statement("DELETE FROM @.judgements WHERE game = $1").run({game});
  shard.statement("DELETE FROM @.annotations WHERE game = $1").run({game});
}

void AnnotationTables::set_own_notes(GameId game, const Bytes& notes) {
  shards_[shards_.of_game(game).value_or(0)]
      .statement(
          "UPDATE @.annotations SET own_notes = $1, own_sum = $2 "
          "WHERE game = $3 AND own_sum IS NOT NULL")
      .run({notes, std::int64_t{sum_of_notes(game, notes)}, game});
}

void AnnotationTables::drop_lost() {
  for (const char* table : {"judgements", "annotations"})
    Fan(shards_, fmt::format("DELETE FROM @.{} a WHERE NOT EXISTS "
                             "(SELECT 1 FROM @.games g WHERE g.id = a.game)",
                             table))
        .run({});
}

}  // namespace yari::pg
