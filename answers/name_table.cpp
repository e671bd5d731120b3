// Spellings are put together by people::letters_key, as db/reports/event_games.cpp does.
#include "answers/name_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "answers/json.h"
#include "db/people/letters.h"
#include "db/people/suggest.h"
#include "db/query/names.h"
#include "text/counted.h"
#include "text/nearest.h"

namespace yari {

namespace {

using people::Suggestion;

constexpr std::string_view order_names[] = {"games", "name", "date", "rating"};

/// The keys of spellings that met in a game: those of two persons at least.
std::unordered_set<std::string> keys_that_met(const NameRecords& names,
                                              const std::vector<people::NameKeys>& keys) {
  std::unordered_set<std::string> met;
  if (names.kind != NameKind::player) return met;
  for (std::size_t i = 0; i < names.spellings.size(); ++i)
    for (const std::uint32_t other : names.spellings[i].company)
      if (other != i && keys[i].words == keys[other].words)
        met.insert(people::letters_key(keys[i]));
  return met;
}

std::vector<NamedRow> rows_of(const NameRecords& names) {
  std::vector<people::NameKeys> all_keys;
  for (const people::Spelling& spelling : names.spellings)
    all_keys.push_back(people::name_keys(spelling.text, names.kind));
  const std::unordered_set<std::string> met = keys_that_met(names, all_keys);
  std::vector<NamedRow> rows;
  /// Games of the spelling that gave each row its name.
  std::vector<std::int64_t> most;
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < names.spellings.size(); ++i) {
    const std::string& spelling = names.spellings[i].text;
    std::string key = people::letters_key(all_keys[i]);
    const bool stands_alone = met.contains(key);
    if (stands_alone) key += '\n' + spelling;
    const auto [at, is_new] = index.try_emplace(std::move(key), rows.size());
    if (is_new) {
      rows.emplace_back();
      most.push_back(0);
    }
    NamedRow& row = rows[at->second];
    if (names.records[i].games > most[at->second]) {
      row.name = stands_alone ? spelling : all_keys[i].parted.name;
      most[at->second] = names.records[i].games;
    }
    row.record.merge(names.records[i]);
    row.spellings.push_back(spelling);
  }
  return rows;
}

void sort_rows(std::vector<NamedRow>& rows, NameOrder order) {
  const auto rating = [](const NamedRow& r) {
    return r.record.ratings ? r.record.ratings->last.rating : 0;
  };
  std::ranges::stable_sort(rows, {}, [](const NamedRow& r) { return people::folded(r.name); });
  std::ranges::stable_sort(rows, [&](const NamedRow& a, const NamedRow& b) {
    if (order == NameOrder::games) return a.record.games > b.record.games;
    if (order == NameOrder::date) return a.record.last_date > b.record.last_date;
    return order == NameOrder::rating && rating(a) > rating(b);
  });
}

/// What `--player` and the like would take with these words.
class TypedName {
 public:
  explicit TypedName(const std::vector<std::string>& words) {
    if (!words.empty()) test_.emplace(fmt::format("{}", fmt::join(words, " ")));
  }
  bool matches(std::string_view name) { return !test_ || test_->matches(name); }

 private:
  std::optional<query::NameTest> test_;
};

Value date_or_null(int date) { return date == 0 ? Value() : write_date(date); }

/// Percent of the points, of games with a known result.
Value share_of_points(const NameRecord& r) { return rounded(r.score()); }

std::string reason(const Suggestion& s, NameKind kind) {
  std::string all;
  for (const people::Reason r : s.reasons) {
    if (!all.empty()) all += ", ";
    all += people::in_words(r);
  }
  if (kind == NameKind::player && s.common_company > 0)
    all += fmt::format("; {} in common",
                       counted(static_cast<std::uint64_t>(s.common_company), "opponent"));
  return all;
}

}  // namespace

std::vector<std::string> name_orders() { return {std::begin(order_names), std::end(order_names)}; }

std::optional<NameOrder> name_order_named(std::string_view name) {
  const auto* const found = std::ranges::find(order_names, name);
  if (found == std::end(order_names)) return std::nullopt;
  return static_cast<NameOrder>(found - std::begin(order_names));
}

std::vector<NamedRow> named_rows(const NameRecords& names, const NameChoice& choice) {
  std::vector<NamedRow> rows = rows_of(names);
  TypedName typed(choice.words);
  std::erase_if(rows, [&](const NamedRow& row) {
    return std::ranges::none_of(row.spellings,
                                [&](const std::string& name) { return typed.matches(name); });
  });
  sort_rows(rows, choice.order);
  if (choice.limit && *choice.limit < rows.size()) rows.resize(*choice.limit);
  return rows;
}

std::vector<std::string> name_columns(NameKind kind) {
  const bool of_players = kind == NameKind::player;
  return {std::string(name(kind)),
          "games",
          of_players ? "wins" : "black",
          "draws",
          of_players ? "losses" : "white",
          "score",
          "first_date",
          "last_date",
          "rating",
          "highest_rating",
          "spellings"};
}

std::vector<Value> name_values(const NamedRow& row) {
  const NameRecord& r = row.record;
  const bool is_plain = row.spellings.size() == 1 && row.spellings[0] == row.name;
  return {row.name,
          r.games,
          r.wins,
          r.draws,
          r.losses,
          share_of_points(r),
          date_or_null(r.first_date),
          date_or_null(r.last_date),
          r.ratings ? r.ratings->last.rating : Value(),
          r.ratings ? r.ratings->highest : Value(),
          is_plain ? std::vector<std::string>() : row.spellings};
}

std::vector<std::string> suggestion_columns(NameKind kind) {
  std::vector<std::string> columns{"kind",   "from",       "to",      "score",
                                   "reason", "from_games", "to_games"};
  if (kind == NameKind::player)
    columns.insert(columns.end(), {"common_opponents", "common_events"});
  if (kind == NameKind::event) columns.insert(columns.end(), {"common_players", "common_sites"});
  if (kind == NameKind::site) columns.insert(columns.end(), {"common_events", "common_players"});
  return columns;
}

std::vector<std::vector<Value>> suggestion_rows(const NameRecords& names, double least_score,
                                                const NameChoice& choice) {
  TypedName typed(choice.words);
  std::vector<std::vector<Value>> rows;
  for (const Suggestion& s : people::suggest(names.spellings, names.kind, least_score)) {
    if (choice.limit && rows.size() >= *choice.limit) break;
    const people::Spelling& from = names.spellings[s.from];
    const people::Spelling& to = names.spellings[s.to];
    if (!typed.matches(from.text) && !typed.matches(to.text)) continue;
    rows.push_back({name(names.kind), from.text, to.text, rounded(100 * s.score),
                    reason(s, names.kind), from.games, to.games, s.common_company,
                    s.common_settings});
  }
  return rows;
}

std::string unknown_name(const Renaming& renaming) {
  return fmt::format("no game has the {} '{}'", name(renaming.kind), renaming.from);
}

std::vector<std::optional<std::string>> meant_names(Database& database,
                                                    const std::vector<Renaming>& unknown) {
  std::map<NameKind, std::vector<std::string>> spellings;
  std::vector<std::optional<std::string>> meant(unknown.size());
  for (std::size_t i = 0; i < std::min(unknown.size(), most_meant); ++i) {
    const NameKind kind = unknown[i].kind;
    const std::string& from = unknown[i].from;
    const auto [at, is_new] = spellings.try_emplace(kind);
    if (is_new)
      for (const people::Spelling& spelling : name_records(database, kind, {}).spellings)
        at->second.push_back(spelling.text);
    const auto same =
        std::ranges::find(at->second, people::letters_key(from, kind),
                          [&](const std::string& name) { return people::letters_key(name, kind); });
    meant[i] = same != at->second.end() ? *same : nearest(from, at->second);
  }
  return meant;
}

}  // namespace yari
