// Checking every structure of a database against a replay of its games.
//
// The index is compared by sums over its postings, which need no memory; only when the sums differ
// are the postings themselves compared, a part of the keys at a time.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "db/codec/prepared_game.h"
#include "db/database_impl.h"
#include "db/explore/explorer.h"
#include "db/index_batch.h"
#include "db/store/error.h"
#include "rules/handicap.h"

namespace yari {

namespace {

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
  Verifier(Database& database, store::Snapshot& snapshot,
           const std::function<void(std::int64_t, std::int64_t)>& progress)
      : database_(database), snapshot_(snapshot), progress_(progress) {}

  VerifyReport run() {
    attempt([&] { problems(snapshot_.checks().structure(VerifyReport::most)); });
    attempt([&] { check_games(); });
    present_ = {std::ssize(ids_), ids_.empty() ? 0 : ids_.back(),
                [&](const auto& add) { std::ranges::for_each(ids_, add); }};
    attempt([&] {
      check_index(snapshot_.positions(), "position", position_tally_, &Verifier::each_position);
    });
    attempt([&] {
      check_index(snapshot_.contents(), "content", content_tally_, &Verifier::each_content);
    });
    attempt([&] { check_texts(); });
    attempt([&] { problems(snapshot_.checks().tables(VerifyReport::most)); });
    attempt([&] { problems(faults_of_counts(database_)); });
    return std::move(report_);
  }

 private:
  void problem(std::string text) {
    if (!full() && std::ranges::find(report_.problems, text) == report_.problems.end())
      report_.problems.push_back(std::move(text));
  }
  void problems(std::vector<std::string> faults) {
    for (std::string& fault : faults) problem(std::move(fault));
  }
  /// A part that cannot be read does not keep the others from being checked.
  template <class Part>
  void attempt(Part part) {
    try {
      part();
    } catch (const DamagedFile& error) {
      problem(error.what());
    }
  }
  bool full() const { return report_.problems.size() >= VerifyReport::most; }

  /// Loads the game, or names what is wrong with it.
  std::optional<Game> load(GameId id) {
    try {
      return store::load(snapshot_.games(), id);
    } catch (const DamagedGame& error) {
      problem(error.what());
      damaged_.insert(id);
      return std::nullopt;
    }
  }

  void check_games() {
    const std::int64_t total = snapshot_.games().count({});
    const bool ordered = snapshot_.games().each_id([&](GameId id) {
      if (id < 1 || id > last_game_id)
        problem(fmt::format("game {}: the number is out of range", id));
      else
        check_numbered(id);
      ++report_.games;
      if (progress_) progress_(report_.games, total);
      return true;
    });
    if (!ordered) problem("games: the table is out of order");
  }

  void check_numbered(GameId id) {
    ids_.push_back(id);
    const std::optional<GameHeader> header = snapshot_.games().header(id);
    const std::optional<Game> game = load(id);
    if (header && game)
      check_game(id, *header, *game);
    else if (!header)
      problem(fmt::format("game {}: {}", id, store::not_found));
  }

  void check_game(GameId id, const GameHeader& header, const Game& game) {
    if (header.plies != game.moves.main_plies()) {
      problem(fmt::format("game {}: has {} plies, its header says {}", id, game.moves.main_plies(),
                          header.plies));
    }
    const PreparedGame prepared = prepare(game);
    // Earlier versions had no name for a start with pieces in hand.
    const bool unnamed = header.handicap.empty() && !handicap_squares(game.start);
    if ((prepared.handicap != header.handicap && !unnamed) || prepared.start != header.start) {
      problem(fmt::format("game {}: its start is written in another way than its position", id));
    }
    each_posting_of(id, prepared, [&](const Posting& p) { position_tally_.add(p); });
    content_tally_.add(content_posting(id, prepared));
    texts_->add(id, prepared.text);
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

  /// Calls `visit` for each posting of a game that exists and could be loaded; postings of deleted
  /// games may stay until the index is folded.
  void each_stored(store::PostingReader& index, const PostingVisitor& visit, bool complain) {
    index.check(
        [&](std::span<const Posting> postings) {
          for (const Posting& p : postings)
            if (present_.has(p.game) && !damaged_.contains(p.game)) visit(p);
        },
        [&](const std::string& sentence) {
          if (complain) problem(sentence);
        });
  }

  void check_index(store::PostingReader& index, std::string_view name, const Tally& expected,
                   void (Verifier::*each_expected)(const PostingVisitor&)) {
    Tally found;
    each_stored(
        index, [&](const Posting& p) { found.add(p); }, true);
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
          index,
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

  /// The words of games that are gone may stay, and those of damaged ones are not known.
  void check_texts() {
    problems(texts_->faults([this](GameId id) {
      return id >= 1 && id <= last_game_id && present_.has(static_cast<std::uint32_t>(id)) &&
             !damaged_.contains(id);
    }));
  }

  Database& database_;
  store::Snapshot& snapshot_;
  const std::function<void(std::int64_t, std::int64_t)>& progress_;
  VerifyReport report_;
  std::vector<GameId> ids_;
  /// The same.
  GameSet present_{0, 0, [](const auto&) {}};
  /// Those that could not be loaded.
  std::set<GameId> damaged_;
  Tally position_tally_, content_tally_;
  std::unique_ptr<store::TextAudit> texts_ = snapshot_.checks().texts();
};

VerifyReport Database::verify(const std::function<void(std::int64_t, std::int64_t)>& progress) {
  const auto snapshot = impl_->store->snapshot();
  return Verifier(*this, *snapshot, progress).run();
}

}  // namespace yari
