// The server checks its own pages (data checksums, pg_amcheck); here the rows are compared.
#include "db/store/postgres/checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/query/judged_kind.h"
#include "db/store/postgres/game_reader.h"
#include "db/store/postgres/words.h"
#include "db/store/shared/journal_content.h"
#include "db/store/shared/row_numbers.h"
#include "rules/outcome.h"

namespace yari::pg {

namespace {

/// What spaces part, sorted: the order of the notes of a game is not kept.
std::vector<std::string_view> runs_of(std::string_view spelled) {
  std::vector<std::string_view> runs;
  while (!spelled.empty()) {
    const std::size_t end = std::min(spelled.find(' '), spelled.size());
    runs.push_back(spelled.substr(0, end));
    spelled.remove_prefix(std::min(end + 1, spelled.size()));
  }
  std::ranges::sort(runs);
  return runs;
}

/// The words of games, as the server would keep them, against those that it keeps.
class WordAudit final : public store::TextAudit {
 public:
  explicit WordAudit(Shards& shards) : shards_(shards) {}

  void add(GameId id, std::string_view text) override {
    if (!text.empty()) words_.emplace_back(id, text);
    if (words_.size() >= at_once) compare();
  }
  std::vector<std::string> faults(const std::function<bool(GameId)>& counts) override {
    // Nobody asks for those of an earlier form.
    if (!has_present_words(shards_.home())) return {};
    compare();
    std::int64_t stored = 0;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      Stream rows(*shards_[i].connection, shards_[i].sql("SELECT id FROM @.games_text"));
      while (rows.step()) stored += counts(rows.row().integer(0)) ? 1 : 0;
    }
    if (equal_ == games_ && stored == games_) return {};
    return {"text index games_text: does not hold the words of the texts"};
  }

 private:
  static constexpr std::size_t at_once = 200;
  void compare() {
    games_ += std::ssize(words_);
    Fan same(shards_, "SELECT spelled FROM @.games_text WHERE id = $1 AND words = $2::tsvector");
    for (const auto& [id, text] : words_)
      if (const auto shard = shards_.of_game(id);
          shard && same[*shard].first({id, text.words}) &&
          runs_of(same[*shard].text(0)) == runs_of(text.spelled))
        ++equal_;
    words_.clear();
  }

  Shards& shards_;
  std::vector<std::pair<GameId, IndexedText>> words_;
  std::int64_t games_ = 0, equal_ = 0;
};

}  // namespace

Statistics Checks::statistics() {
  Statistics s;
  Fan sums(shards_,
           "SELECT (SELECT count(*) FROM @.games), (SELECT coalesce(sum(plies), 0)::int8 FROM "
           "@.games), (SELECT count(*) FROM @.annotations)");
  sums.start({});
  while (const Statement* const row = sums.next()) {
    s.games += store::amount_in(*row, 0);
    s.plies += store::amount_in(*row, 1);
    s.annotated += store::amount_in(*row, 2);
  }
  Statement index = shards_.home().statement(
      "SELECT coalesce(sum(postings), 0)::int8, count(*), (SELECT coalesce(sum(length(data)), "
      "0)::int8 FROM @.position_blocks) FROM @.position_runs");
  if (index.first({})) {
    s.postings = store::amount_in(index, 0);
    s.index_runs = store::amount_in(index, 1);
    s.index_bytes = store::amount_in(index, 2);
  }
  s.players = names_.players.count();
  s.events = names_.events.count();
  s.sites = names_.sites.count();
  s.evaluations =
      shards_.home().connection->integer(shards_.home().sql("SELECT count(*) FROM @.evaluations"));
  for (const auto& connection : shards_.connections())
    s.file_bytes += connection->integer(
        "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::int8 FROM pg_class c "
        "JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE c.relkind = 'r' AND (n.nspname = 'yari' OR n.nspname LIKE 'yari\\_shard\\_%')");
  Fan groups(shards_,
             "SELECT variant, result, ending, start, coalesce(date / 10000, 0), count(*) "
             "FROM @.games GROUP BY 1, 2, 3, 4, 5");
  groups.start({});
  while (const Statement* const row = groups.next()) {
    const std::int64_t games = row->integer(5);
    s.variants[std::string(info(row->integer(0) == 1 ? Variant::shogi : Variant::yari).id)] +=
        games;
    s.results[std::string(name(store::enumeration_in<GameResult>(*row, 1, store::result_count)))] +=
        games;
    s.endings[std::string(name(store::enumeration_in<Ending>(*row, 2, ending_count)))] += games;
    if (!row->is_null(3)) {
      const auto start = start_of(names_, row->integer(3));
      const std::string handicap(start ? start->handicap : std::string_view());
      s.handicaps[handicap.empty() ? "other position" : handicap] += games;
    }
    s.years[static_cast<int>(row->integer(4))] += games;
  }
  Fan lengths(shards_, "SELECT plies, count(*) FROM @.games GROUP BY plies");
  lengths.start({});
  while (const Statement* const row = lengths.next()) s.lengths[row->integer(0)] += row->integer(1);
  return s;
}

void Checks::add_rows(std::vector<std::string>& faults, std::size_t most, std::string_view sql,
                      const char* text) {
  Fan rows(shards_, sql);
  rows.start({});
  while (const Statement* const row = rows.next())
    if (faults.size() < most)
      faults.push_back(fmt::format(fmt::runtime(text), row->integer(0), row->integer(1)));
}

std::vector<std::string> Checks::structure(std::size_t most) {
  std::vector<std::string> faults;
  const std::int64_t largest[] = {names_.players.count(), names_.events.count(),
                                  names_.sites.count(), names_.starts.count(),
                                  names_.layouts.count()};
  add_rows(faults, most,
           fmt::format("SELECT id, 0 FROM @.games WHERE black > {0} OR white > {0} OR event > {1} "
                       "OR site > {2} OR start > {3} OR tag_layout > {4}",
                       largest[0], largest[1], largest[2], largest[3], largest[4]),
           "game {} refers to a name that is missing");
  add_rows(faults, most,
           "SELECT r.id, 0 FROM @.records r WHERE NOT EXISTS "
           "(SELECT 1 FROM @.games g WHERE g.id = r.id)",
           "table records: row {} belongs to no game");
  if (shards_.size() > 1)
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      Stream rows(*shards_[i].connection, shards_[i].sql("SELECT id FROM @.games"));
      while (rows.step() && faults.size() < most)
        if (shards_.of_game(rows.row().integer(0)) != i)
          faults.push_back(fmt::format("game {} lies in shard {}, where nobody looks for it",
                                       rows.row().integer(0), i));
    }
  return faults;
}

std::unique_ptr<store::TextAudit> Checks::texts() { return std::make_unique<WordAudit>(shards_); }

std::vector<std::string> Checks::tables(std::size_t most) {
  std::vector<std::string> faults = small_tables_.evaluations.faults(most);
  static_assert(static_cast<int>(JudgedKind::lost_win) == 9);
  add_rows(faults, most,
           "SELECT j.game, j.ply FROM @.judgements j JOIN @.games g ON g.id = j.game "
           "WHERE j.ply NOT BETWEEN 0 AND g.plies - 1 OR j.kind NOT BETWEEN 1 AND 9",
           "game {}: its judgement at ply {} is of no move");
  add_rows(faults, most,
           "SELECT j.game, j.ply FROM @.judgements j JOIN @.games g ON g.id = j.game "
           "WHERE j.loss NOT BETWEEN 0 AND 10000 OR j.before NOT BETWEEN 0 AND 10000 OR "
           "j.after NOT BETWEEN 0 AND 10000 OR j.mate < 0",
           "game {}: its judgement at ply {} has a number out of range");
  add_rows(faults, most,
           "SELECT a.game, 0 FROM @.annotations a JOIN @.games g ON g.id = a.game WHERE "
           "a.coefficient NOT BETWEEN 1 AND 1000000 OR a.book_plies NOT BETWEEN 0 AND g.plies",
           "game {}: its annotation has a number out of range");
  for (std::string& fault :
       store::faults_of_entries(journal_, most - std::min(most, faults.size())))
    faults.push_back(std::move(fault));
  for (std::string& fault : small_tables_.cards.faults(most - std::min(most, faults.size())))
    faults.push_back(std::move(fault));
  return faults;
}

}  // namespace yari::pg
