// The questions, the changes, and what must hold of each.
#include "tests/db/tools/row_damage.h"

#include <fmt/ranges.h>

#include <sstream>

#include "db/change/duplicate_groups.h"
#include "db/database_impl.h"
#include "db/drill_cards.h"
#include "db/evaluation_cache.h"
#include "db/explore/explorer.h"
#include "db/explore/name_prefix.h"
#include "db/explore/search.h"
#include "db/origins.h"
#include "db/reports/judgements.h"
#include "db/saved_queries.h"
#include "db/skipped_games.h"
#include "rules/sfen.h"
#include "rules/start.h"
#include "tests/db/tools/support.h"
#include "tests/support/catch.h"
#include "tests/support/effort.h"

namespace yari::test {

namespace {

void tell_hits(Database& database, std::ostream& out) {
  const auto hit = [&](const Hit& h) { return out << h.game << ' ' << h.ply << '\n', true; };
  database.find_position(start_setup(Variant::yari), {}, hit);
  if (const auto later = database.position(2, 3)) database.find_position(*later, {}, hit);
  for (const char* const query : {"check", "judgement blunder", "black \"habu\" and capture"})
    search(database, *query::parse(query, Variant::yari), {}, {.threads = 1, .progress = {}}, hit);
}

void tell_explorer(Database& database, std::ostream& out) {
  GameFilter long_ones;
  long_ones.min_plies = 5;
  for (const Variant v : {Variant::yari, Variant::shogi})
    for (const GameFilter& filter : {GameFilter(), long_ones})
      for (const ExplorerMove& m : explore(database, start_setup(v), filter).moves)
        out << write_usi_move(m.move, v) << ' ' << m.counts.games << '\n';
}

void tell_records(Database& database, std::ostream& out) {
  for (const GameId id : database.ids({})) {
    const auto game = database.load_game(id);
    if (!game) continue;
    out << id;
    for (const Move m : game->moves.main_moves()) out << ' ' << m.bits();
  }
}

void tell_headers(Database& database, std::ostream& out) {
  for (const SortBy sort : {SortBy::id, SortBy::date, SortBy::black, SortBy::event}) {
    database.list({}, {.sort = sort, .limit = {}}, [&](const GameHeader& h) {
      return out << h.id << h.black << h.white << h.event << h.plies << '\n', true;
    });
  }
  GameFilter filter;
  filter.text = "good";
  filter.from_file = "games";
  out << database.count(filter);
}

void tell_tables(Database& database, std::ostream& out) {
  for (const DuplicateGroup& group : duplicate_groups(database)) out << group.games.size();
  for (GameId id = 1; id < 20; ++id) {
    if (const auto a = load_annotation(database, id)) out << a->engine << a->judgements.size();
    if (const auto origin = origin_of(database, id)) out << origin_text(*origin);
  }
  for (const OriginalGame& game : games_from(database, "games.psn", "")) out << game.game << " ";
  for (const JournalEntry& entry : journal(database)) out << entry.what;
  for (const auto& [name, query] : saved_queries(database)) out << name << query;
  for (const DrillCard& card : drill_cards(database, {})) out << card.id << card.due;
  for (const NameKind kind : {NameKind::player, NameKind::event})
    out << fmt::format("{}", fmt::join(names_beginning(database, kind, "h", 5), ","));
  out << database.statistics().postings;
}

struct Question {
  std::string_view name;
  void (*ask)(Database&, std::ostream&);
};

constexpr Question questions[] = {{"hits", tell_hits},
                                  {"explorer", tell_explorer},
                                  {"records", tell_records},
                                  {"headers", tell_headers},
                                  {"tables", tell_tables}};
constexpr const char* no_answer = "none";

/// The answer to each question; `no_answer` where it was refused, or named games that it left out.
std::vector<std::string> ask(const std::filesystem::path& place) {
  std::vector<std::string> answers;
  for (const Question& question : questions) {
    std::ostringstream out;
    try {
      Database database(place, OpenMode::read_only);
      question.ask(database, out);
      if (!take_skipped_games(database).empty()) out.str(no_answer);
    } catch (const DatabaseError&) {
      out.str(no_answer);
    }
    answers.push_back(out.str());
  }
  return answers;
}

bool verify_is_content(const std::filesystem::path& place) {
  try {
    return Database(place, OpenMode::read_only).verify().ok();
  } catch (const DatabaseError&) {
    return false;
  }
}

StoredAnnotation annotation_of(const Game& game) {
  StoredAnnotation a;
  const Move move = game.moves.main_moves()[2];
  a.coefficient = 2500;
  a.engine = "builtin";
  a.limits = "nodes=1000";
  a.judgements = {
      {2, JudgedKind::blunder, game.start.side_to_move, 2100, 5000, 2900, {}, move, {}}};
  return a;
}

/// Changes on top of the damage: each is made, or refused with a sentence.
void change(const std::filesystem::path& place, const std::vector<Game>& more) {
  const std::function<void(Database&)> changes[] = {
      [&](Database& d) { import_all(d, more); },
      [](Database& d) {
        set_tags(d, {1, 2, 5, 9}, {{"Event", "Changed"}});
      },
      [](Database& d) {
        delete_games(d, {3, 4});
      },
      [](Database& d) { undo(d); },
      [](Database& d) { undo(d); },
      [&](Database& d) { store_annotation(d, 2, annotation_of(more.front())); },
      [](Database& d) { d.fold(); },
      [](Database& d) { d.compact(); },
      [](Database& d) { d.reindex(); }};
  for (const auto& make : changes) {
    try {
      Database database(place, OpenMode::read_write);
      make(database);
    } catch (const DatabaseError&) {
    }
  }
}

/// Whether the SQL changes moves, an index or counts: they have sums, or can be compared with the
/// games. Nothing else says who played, or what an engine found.
bool must_be_noticed(const std::string& change) {
  constexpr std::string_view update = "UPDATE ", removal = "DELETE FROM ";
  const std::string_view after =
      std::string_view(change).substr(change.starts_with(update) ? update.size() : removal.size());
  std::string_view name = after.substr(0, after.find(' '));
  name.remove_prefix(name.find('.') + 1);
  return name.starts_with("records") || name.starts_with("position_") ||
         name.starts_with("content_") || name.starts_with("count");
}

}  // namespace

void fill_for_damage(const std::filesystem::path& place) {
  Database database(place, OpenMode::create);
  DatabaseParts::of(database).count_limits = {
      .in_batch = 3, .in_run = 3, .most_stored = 1000, .by_part = 4, .together = 40, .changed = 3};
  Importer importer(database);
  std::uint32_t record = 0;
  for (const Game& game : mixed_games(36)) {
    const Origin origin{"games.psn", "", ++record, 7};
    const AddResult added = importer.add(prepare(game), &origin);
    if (record % 15 == 0) importer.commit();
    if (added.added == Added::imported && game.moves.main_moves().size() > 5 && record > 30) {
      importer.commit();
      store_annotation(database, added.game, annotation_of(game));
    }
  }
  // Not finish(): several runs stay, for merges to meet the damage.
  importer.commit();
  EvaluationCache cache(database, Variant::yari, "builtin", "nodes 1000");
  for (Key key = 1; key < 5; ++key) cache.store(key, {Evaluation{}});
  save_query(database, "checks", "check");
  DrillCard card;
  card.position = start_setup(Variant::yari);
  card.moves = {*read_usi_move("7g7f", Variant::yari)};
  card.due = 20261101;
  add_cards(database, std::vector{card});
  set_tags(database, {1, 2}, {{"Event", "Cup"}});
  delete_games(database, {6, 7});
}

void try_damaged_rows(const DamageableDatabase& database) {
  const std::vector<Game> games = mixed_games(40);
  const std::vector<Game> more(games.end() - 4, games.end());
  const std::vector<std::string> sound = ask(database.place);
  REQUIRE(std::ranges::find(sound, no_answer) == sound.end());
  REQUIRE(verify_is_content(database.place));
  Rng rng(static_cast<std::uint64_t>(number_from("YARI_SEED", 1L)));
  int refused = 0, tried = 0;
  for (const int wanted = number_from("YARI_DAMAGED_ROWS", database.times); tried < wanted;) {
    const std::string damage = database.damage(rng);
    if (damage.empty()) continue;
    ++tried;
    INFO(damage);
    const std::vector<std::string> answers = ask(database.place);
    std::string other;
    for (std::size_t q = 0; q < answers.size(); ++q) {
      refused += answers[q] == no_answer;
      if (answers[q] != no_answer && answers[q] != sound[q])
        other += fmt::format("{} ", questions[q].name);
    }
    const bool is_content = verify_is_content(database.place);
    INFO("other answers: " << other);
    CHECK((other.empty() || !is_content || !must_be_noticed(damage)));
    if (tried % 2 == 0) change(database.place, more);
    database.put_back();
  }
  CHECK(refused > 0);
  CHECK(ask(database.place) == sound);
}

}  // namespace yari::test
