// Checking every structure of a database against a replay of its games.
//
// The index is compared by sums over its postings, which need no memory; only when the sums differ
// are the postings themselves compared, a part of the keys at a time.
#include <fmt/format.h>

#include <algorithm>

#include "db/database_impl.h"
#include "db/game_set.h"
#include "db/index_batch.h"
#include "db/judgements.h"
#include "db/notes_blob.h"
#include "db/prepared_game.h"
#include "db/utf8.h"

namespace yari {

namespace {

constexpr GameId last_game = 0xFFFFFFFF;
/// Postings that are compared at once when an index turned out to be wrong.
constexpr std::int64_t postings_per_part = 4 << 20;

/// Number and a sum that does not depend on order.
struct Tally {
  std::int64_t count = 0;
  std::uint64_t sum = 0;

  void add(const Posting& p) {
    std::uint64_t x =
        p.key * 0x9E3779B97F4A7C15 ^ (std::uint64_t{p.game} << 32 | p.ply) * 0xD6E8FEB86659FD93;
    x = (x ^ x >> 32) * 0xBF58476D1CE4E5B9;
    sum += x ^ x >> 29;
    ++count;
  }
  bool operator==(const Tally&) const = default;
};

using PostingVisitor = std::function<void(const Posting&)>;

}  // namespace

/// One run of Database::verify.
class Verifier {
 public:
  Verifier(Database& database, Database::Impl& impl,
           const std::function<void(std::int64_t, std::int64_t)>& progress)
      : database_(database), db_(impl), progress_(progress) {}

  VerifyReport run() {
    check_sqlite();
    check_games();
    check_index(db_.positions, "position", position_tally_, &Verifier::each_position);
    check_index(db_.contents, "content", content_tally_, &Verifier::each_content);
    check_evaluations();
    for (std::string& fault : faults_of_judgements(db_.connection)) problem(std::move(fault));
    return std::move(report_);
  }

 private:
  void problem(std::string text) {
    if (!full()) report_.problems.push_back(std::move(text));
  }
  bool full() const { return report_.problems.size() >= VerifyReport::most; }

  void check_sqlite() {
    Statement check(db_.connection, "PRAGMA integrity_check(20)");
    for (check.start({}); check.step();) {
      if (check.text(0) != "ok") problem(fmt::format("SQLite: {}", check.text(0)));
    }
    Statement keys(db_.connection, "PRAGMA foreign_key_check");
    for (keys.start({}); keys.step() && !full();) {
      problem(fmt::format("table {}: row {} refers to a row of {} that is missing", keys.text(0),
                          keys.integer(1), keys.text(2)));
    }
  }

  /// Loads the game, or names what is wrong with it.
  std::optional<Game> load(GameId id) {
    try {
      return database_.load_game(id);
    } catch (const DatabaseError& error) {
      problem(error.what());
      return std::nullopt;
    }
  }

  void check_games() {
    const std::int64_t total = db_.connection.integer("SELECT count(*) FROM games");
    Statement games(db_.connection, "SELECT id FROM games ORDER BY id");
    for (games.start({}); games.step();) {
      const GameId id = games.integer(0);
      if (id < 1 || id > last_game) {
        problem(fmt::format("game {}: the number is out of range", id));
        continue;
      }
      ids_.push_back(id);
      if (const std::optional<Game> game = load(id)) check_game(id, *game);
      ++report_.games;
      if (progress_) progress_(report_.games, total);
    }
  }

  void check_game(GameId id, const Game& game) {
    const GameHeader header = *database_.header(id);
    if (header.plies != game.moves.main_plies()) {
      problem(fmt::format("game {}: has {} plies, its header says {}", id, game.moves.main_plies(),
                          header.plies));
    }
    const PreparedGame prepared = prepare(game);
    if (prepared.handicap != header.handicap || prepared.start != header.start) {
      problem(fmt::format("game {}: its start is written in another way than its position", id));
    }
    each_posting_of(id, prepared, [&](const Posting& p) { position_tally_.add(p); });
    content_tally_.add(content_posting(id, prepared));
  }

  static void each_posting_of(GameId id, const PreparedGame& game, const PostingVisitor& visit) {
    for (std::size_t ply = 0; ply < game.keys.size(); ++ply) {
      visit(position_posting(id, game, ply));
    }
  }

  void each_position(const PostingVisitor& visit) {
    for (const GameId id : ids_) {
      if (const std::optional<Game> game = load(id)) each_posting_of(id, prepare(*game), visit);
    }
  }
  void each_content(const PostingVisitor& visit) {
    for (const GameId id : ids_) {
      if (const std::optional<Game> game = load(id)) visit(content_posting(id, prepare(*game)));
    }
  }

  /// Calls `visit` for each posting of a game that exists; postings of deleted games may stay
  /// until the index is folded.
  void each_stored(PostingIndex& index, std::string_view name, const PostingVisitor& visit,
                   bool complain) {
    std::vector<Posting> postings;
    for (const Run& run : index.runs()) {
      std::int64_t count = 0, blocks = 0;
      std::optional<Posting> last;
      index.each_block(run, [&](std::int64_t id, const BlockReader& block) {
        postings.clear();
        const bool good = block.all(postings);
        if (complain && !good) problem(fmt::format("{} index: block {} is damaged", name, id));
        ++blocks;
        count += static_cast<std::int64_t>(postings.size());
        for (const Posting& p : postings) {
          if (complain && last && !(*last < p)) {
            problem(fmt::format("{} index: block {} is out of order", name, id));
          }
          last = p;
          if (present_.has(p.game)) visit(p);
        }
      });
      if (complain && (count != run.postings || blocks != run.blocks)) {
        problem(fmt::format("{} index: run {} has {} postings in {} blocks, it says {} in {}", name,
                            run.slot, count, blocks, run.postings, run.blocks));
      }
    }
  }

  void check_index(PostingIndex& index, std::string_view name, const Tally& expected,
                   void (Verifier::*each_expected)(const PostingVisitor&)) {
    Tally found;
    each_stored(
        index, name, [&](const Posting& p) { found.add(p); }, true);
    if (name == "position") report_.postings = found.count;
    if (found == expected) return;
    problem(fmt::format("{} index: holds {} postings of the games, a replay gives {}", name,
                        found.count, expected.count));
    const std::int64_t parts = 1 + std::max(found.count, expected.count) / postings_per_part;
    for (std::int64_t part = 0; part < parts && !full(); ++part) {
      const auto in_part = [&](const Posting& p) {
        return static_cast<std::int64_t>(p.key % static_cast<std::uint64_t>(parts)) == part;
      };
      std::vector<Posting> stored, replayed;
      each_stored(
          index, name,
          [&](const Posting& p) {
            if (in_part(p)) stored.push_back(p);
          },
          false);
      (this->*each_expected)([&](const Posting& p) {
        if (in_part(p)) replayed.push_back(p);
      });
      compare(name, stored, replayed);
    }
  }

  void compare(std::string_view name, std::vector<Posting>& stored,
               std::vector<Posting>& replayed) {
    std::sort(stored.begin(), stored.end());
    std::sort(replayed.begin(), replayed.end());
    std::vector<Posting> extra, missing;
    std::set_difference(stored.begin(), stored.end(), replayed.begin(), replayed.end(),
                        std::back_inserter(extra));
    std::set_difference(replayed.begin(), replayed.end(), stored.begin(), stored.end(),
                        std::back_inserter(missing));
    for (const Posting& p : missing) {
      if (full()) return;
      problem(fmt::format("{} index: game {} ply {} is missing", name, p.game, p.ply));
    }
    for (const Posting& p : extra) {
      if (full()) return;
      problem(fmt::format("{} index: key {:#x} is wrong for game {} ply {}", name, p.key, p.game,
                          p.ply));
    }
  }

  // A key does not tell the game that its position is of; the squares and pieces of Shogi hold
  // those of both.
  void check_evaluations() {
    Statement rows(db_.connection, "SELECT engine, key, lines FROM evaluations");
    for (rows.start({}); rows.step() && !full();) {
      if (!decode_evaluations(rows.blob(2), Variant::shogi)) {
        problem(fmt::format("evaluations: the lines of engine {} for key {} are damaged",
                            rows.integer(0), rows.integer(1)));
      }
    }
  }

  Database& database_;
  Database::Impl& db_;
  const std::function<void(std::int64_t, std::int64_t)>& progress_;
  VerifyReport report_;
  GameSet present_ = GameSet::stored(db_.connection);
  std::vector<GameId> ids_;
  Tally position_tally_, content_tally_;
};

VerifyReport Database::verify(const std::function<void(std::int64_t, std::int64_t)>& progress) {
  const ReadScope scope(impl_->connection);
  return Verifier(*this, *impl_, progress).run();
}

}  // namespace yari
