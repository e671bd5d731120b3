// A game may be damaged when it is kept: its record may be missing.
#include "db/store/sql/kept_games.h"

#include <fmt/format.h>

namespace yari::sql {

namespace {

/// The rows of entry $1 and game $2 in journal_games.
std::string kept_rows(const KeptForm& form, store::JournalKind kind) {
  return fmt::format("FROM @.journal_games WHERE entry = $1 AND id = $2{}",
                     form.has_kind ? fmt::format(" AND kind = {}", static_cast<int>(kind)) : "");
}

std::string of_games(const KeptForm& form, std::string_view pattern) {
  return fmt::format(fmt::runtime(pattern), fmt::arg("columns", form.game_columns),
                     fmt::arg("kept", kept_rows(form, store::JournalKind::games)),
                     fmt::arg("returned", form.tables[0].columns));
}

std::string keep_annotated_game(const KeptForm& form) {
  return fmt::format(
      "INSERT INTO @.journal_games(entry, id, variant, rules, result, ending, plies, moves, notes, "
      "sums, other_record{}) SELECT $1, g.id, variant, rules, result, ending, plies, $3, notes, "
      "sums, 0{} FROM @.games g JOIN @.records r ON r.id = g.id WHERE g.id = $2 "
      "ON CONFLICT DO NOTHING RETURNING entry, {}",
      form.has_kind ? ", kind" : "", form.has_kind ? ", 1" : "", form.tables[0].columns);
}

}  // namespace

KeptGames::KeptGames(Tables& tables, const KeptForm& form)
    : tables_(tables),
      form_(form),
      keep_(tables,
            of_games(form,
                     "INSERT INTO @.journal_games(entry, {columns}, moves, notes, sums, "
                     "other_record) SELECT $1, g.*, coalesce(r.moves, $4), r.notes, r.sums, "
                     "CAST($3 AS int2) FROM (SELECT {columns} FROM @.games) g "
                     "LEFT JOIN @.records r ON r.id = g.id WHERE g.id = $2 "
                     "ON CONFLICT DO NOTHING RETURNING entry, {returned}")),
      other_record_(tables, of_games(form, "SELECT 1 {kept} AND other_record <> 0")),
      exists_(tables, "SELECT 1 FROM @.games WHERE id = $1"),
      put_game_(tables, of_games(form, "INSERT INTO @.games({columns}) SELECT {columns} {kept}")),
      put_record_(tables, of_games(form,
                                   "INSERT INTO @.records(id, moves, notes, sums) "
                                   "SELECT id, moves, notes, sums {kept}")),
      put_header_(
          tables,
          of_games(form,
                   "UPDATE @.games SET ({columns}) = (SELECT {columns} {kept}) WHERE id = $2")),
      put_sums_(tables, of_games(form,
                                 "UPDATE @.records SET sums = ((SELECT sums {kept}) & 4294967295) "
                                 "| (sums & ~4294967295) WHERE id = $2")),
      replace_record_(tables, of_games(form,
                                       "UPDATE @.records SET (moves, notes, sums) = "
                                       "(SELECT moves, notes, sums {kept}) WHERE id = $2")),
      put_notes_(tables, fmt::format("UPDATE @.records SET (notes, sums) = (SELECT notes, sums {}) "
                                     "WHERE id = $2",
                                     kept_rows(form, store::JournalKind::annotations))) {
  keep_annotation_.emplace_back(tables, keep_annotated_game(form));
  for (const KeptTable& table : form.tables.subspan(1))
    keep_annotation_.emplace_back(tables,
                                  fmt::format("INSERT INTO @.{0}(entry, {1}) SELECT $1, {1} "
                                              "FROM {2} s WHERE game = $2 RETURNING entry, {1}",
                                              table.name, table.columns, table.source));
  for (const char* table : form.annotation_tables)
    put_annotation_.emplace_back(tables, fmt::format("DELETE FROM @.{} WHERE game = $1", table));
  for (const std::string& text : form.put_annotation) put_annotation_.emplace_back(tables, text);
}

store::JournalContent KeptGames::keep(std::int64_t entry, GameId id, bool other_record) {
  store::JournalContent content;
  const ResetAtEnd open(*keep_);
  if (keep_->first({entry, id, other_record ? 1 : 0, ByteView()}))
    content.add(0, *keep_, form_.tables[0].count);
  return content;
}

store::JournalContent KeptGames::keep_annotation(std::int64_t entry, GameId id) {
  store::JournalContent content;
  add_kept(0, {entry, id, ByteView()}, content);
  for (std::size_t t = 1; content.games > 0 && t < keep_annotation_.size(); ++t)
    add_kept(t, {entry, id}, content);
  return content;
}

void KeptGames::add_kept(std::size_t table, std::initializer_list<Parameter> parameters,
                         store::JournalContent& content) {
  Statement& rows = *keep_annotation_[table];
  const ResetAtEnd open(rows);
  for (rows.start(parameters); rows.step();)
    content.add(static_cast<int>(table), rows, form_.tables[table].count);
}

store::JournalContent KeptGames::content(std::int64_t entry, store::JournalKind kind) const {
  store::JournalContent content;
  const std::size_t count = kind == store::JournalKind::games ? 1 : form_.tables.size();
  for (std::size_t t = 0; t < count; ++t) {
    const KeptTable& table = form_.tables[t];
    const auto rows = tables_.read(fmt::format(
        "SELECT entry, {} FROM @.{} WHERE entry = {}{}", table.columns, table.name, entry,
        form_.has_kind && t == 0 ? fmt::format(" AND kind = {}", static_cast<int>(kind)) : ""));
    while (rows->step()) content.add(static_cast<int>(t), *rows, table.count);
  }
  return content;
}

bool KeptGames::has_other_record(std::int64_t entry, GameId id) const {
  const ResetAtEnd open(*other_record_);
  return other_record_->first({entry, id});
}

void KeptGames::restore_game(std::int64_t entry, GameId id) {
  const bool is_there = exists_->first({id});
  exists_->reset();
  if (!is_there) {
    put_game_->run({entry, id});
    put_record_->run({entry, id});
    return;
  }
  // Tags and names are taken back alone: notes and judgements may be of a later time.
  put_header_->run({entry, id});
  put_sums_->run({entry, id});
  if (has_other_record(entry, id)) replace_record_->run({entry, id});
}

void KeptGames::restore_annotation(std::int64_t entry, GameId id) {
  put_notes_->run({entry, id});
  const std::size_t tables = form_.annotation_tables.size();
  for (std::size_t i = 0; i < put_annotation_.size(); ++i)
    i < tables ? put_annotation_[i]->run({id}) : put_annotation_[i]->run({entry, id});
}

}  // namespace yari::sql
