// Which games to look at, and looking at them: here, or on several threads.
#include "db/explore/search.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "db/database_impl.h"
#include "db/explore/game_scanner.h"
#include "db/query/plan.h"
#include "platform/processors.h"

namespace yari {

namespace {

/// Games that a thread takes at once.
constexpr GameId games_per_part = 2048;
constexpr std::size_t listed_per_part = 256;
/// Fewer games than this are looked at without further threads.
constexpr std::size_t few_candidates = 512;
/// When fewer than one number in 64 belongs to a game, a list is quicker than the range.
constexpr std::size_t sparse = 64;
/// Parts that may be done before those in front of them are.
constexpr std::size_t parts_ahead = 64;

/// The games to look at: a list, or all of a range.
struct Games {
  GameId first = 1, last = 0;
  std::optional<std::vector<GameId>> list;

  std::size_t size() const {
    return list ? list->size() : static_cast<std::size_t>(std::max<GameId>(0, last - first + 1));
  }
  std::size_t parts() const {
    const std::size_t part = list ? listed_per_part : games_per_part;
    return (size() + part - 1) / part;
  }
  void scan(GameScanner& scanner, std::size_t part, std::vector<Hit>& hits) const {
    if (!list) {
      const GameId begin = first + static_cast<GameId>(part) * games_per_part;
      scanner.scan(begin, std::min(last, begin + games_per_part - 1), hits);
      return;
    }
    const std::size_t begin = part * listed_per_part;
    const std::size_t end = std::min(list->size(), begin + listed_per_part);
    scanner.scan(std::span(*list).subspan(begin, end - begin), hits);
  }
};

void narrow(Games& games, std::vector<GameId> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  if (games.list) {
    std::vector<GameId> both;
    std::set_intersection(ids.begin(), ids.end(), games.list->begin(), games.list->end(),
                          std::back_inserter(both));
    ids = std::move(both);
  }
  games.list = std::move(ids);
}

/// The games that pass through one of the positions; no value when they are so many that a scan of
/// all is faster than looking each up.
std::optional<std::vector<GameId>> games_through(store::PostingReader& index,
                                                 const std::vector<Key>& keys, std::size_t all) {
  std::vector<GameId> ids;
  bool too_many = false;
  for (const Key key : keys) {
    index.find(index_key(key), [&](std::span<const Posting> postings) {
      for (const Posting& p : postings) {
        if (ids.empty() || ids.back() != p.game) ids.push_back(p.game);
      }
      too_many = ids.size() > all / 3;
      return !too_many;
    });
    if (too_many) return std::nullopt;
  }
  return ids;
}

Games games_for(store::Snapshot& snapshot, const query::Query& query, const query::Plan& plan,
                GameFilter filter) {
  Games games;
  store::GameReader& stored = snapshot.games();
  const store::GameSpan span = stored.span();
  games.first = span.first;
  games.last = span.last;
  if (games.first < 1) games.last = games.first = 0;
  if (query.variant && filter.variant && *query.variant != *filter.variant) {
    games.list.emplace();
    return games;
  }
  if (plan.keys) {
    auto ids = games_through(snapshot.positions(), *plan.keys, games.size());
    if (ids) narrow(games, std::move(*ids));
  }
  if (plan.annotated) narrow(games, snapshot.annotations().games());
  // The scanner looks at the variant itself; a handicap may mean another in the other game.
  if (!filter.handicap) filter.variant.reset();
  if (!filter.empty()) {
    if (games.list && games.list->size() < few_candidates && filter.ids.empty()) {
      filter.ids = *games.list;
      if (filter.ids.empty()) return games;
    }
    narrow(games, stored.ids(filter, {}));
  }
  if (!query.games.empty()) narrow(games, stored.ids(query.games, {}));
  if (!games.list && games.size() > few_candidates &&
      static_cast<std::int64_t>(games.size() / sparse) > stored.count({}))
    narrow(games, stored.ids({}, {}));
  return games;
}

/// What the threads of a search share: the parts that are done, given out in order.
class Board {
 public:
  explicit Board(std::size_t parts) : parts_(parts) {}

  /// The next part to do; no value when none is left or the search is over.
  std::optional<std::size_t> claim() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return over_ || next_ < given_ + parts_ahead; });
    if (over_ || next_ >= parts_) return std::nullopt;
    return next_++;
  }
  void put(std::size_t part, std::vector<Hit> hits) {
    const std::lock_guard lock(mutex_);
    done_[part] = std::move(hits);
    changed_.notify_all();
  }
  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    error_ = std::move(error);
    over_ = true;
    changed_.notify_all();
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  /// Waits for the hits of the part after the last one taken. Throws what a thread threw.
  std::vector<Hit> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return error_ != nullptr || done_.contains(given_); });
    if (error_) std::rethrow_exception(error_);
    std::vector<Hit> hits = std::move(done_[given_]);
    done_.erase(given_++);
    changed_.notify_all();
    return hits;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t parts_, next_ = 0, given_ = 0;
  bool over_ = false;
  std::exception_ptr error_;
  std::map<std::size_t, std::vector<Hit>> done_;
};

/// Threads that end with the object.
class Workers {
 public:
  /// Where the system has no thread left, there are fewer.
  Workers(Board& board, std::vector<store::Reading>& readings,
          const std::function<void(store::Reading&)>& work)
      : board_(board) {
    threads_.reserve(readings.size());
    try {
      for (store::Reading& reading : readings) threads_.emplace_back(work, std::ref(reading));
    } catch (const std::exception&) {
      // Those that have started do it.
    }
  }
  ~Workers() { board_.stop(); }
  bool none() const { return threads_.empty(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

 private:
  Board& board_;
  std::vector<std::jthread> threads_;
};

using Visit = std::function<bool(const Hit&)>;

/// True when `visit` wants more.
bool give(const std::vector<Hit>& hits, const Visit& visit) {
  return std::all_of(hits.begin(), hits.end(), visit);
}

void report(const SearchOptions& options, const Games& games, std::size_t parts_done) {
  if (!options.progress) return;
  const auto size = static_cast<std::int64_t>(games.size());
  options.progress(
      size * static_cast<std::int64_t>(parts_done) / static_cast<std::int64_t>(games.parts()),
      size);
}

void search_here(store::Snapshot& snapshot, const Games& games, const ScanRequest& request,
                 const SearchOptions& options, const Visit& visit) {
  GameScanner scanner(snapshot, request);
  std::vector<Hit> hits;
  for (std::size_t part = 0; part < games.parts(); ++part) {
    hits.clear();
    games.scan(scanner, part, hits);
    if (!give(hits, visit)) return;
    report(options, games, part + 1);
  }
}

/// A thread for each of the readings.
void search_on_threads(std::vector<store::Reading> readings, const Games& games,
                       const ScanRequest& request, const SearchOptions& options,
                       const Visit& visit) {
  Board board(games.parts());
  const auto work = [&](store::Reading& reading) {
    try {
      GameScanner scanner(*reading.snapshot, request);
      while (const auto part = board.claim()) {
        std::vector<Hit> hits;
        games.scan(scanner, *part, hits);
        board.put(*part, std::move(hits));
      }
    } catch (...) {
      board.fail(std::current_exception());
    }
  };
  const Workers workers(board, readings, work);
  if (workers.none())
    return search_here(*readings.front().snapshot, games, request, options, visit);
  for (std::size_t part = 0; part < games.parts(); ++part) {
    if (!give(board.take(), visit)) return;
    report(options, games, part + 1);
  }
}

}  // namespace

namespace {

/// The damaged games that scanners leave out, on whatever thread.
class Damages {
 public:
  void add(GameId game, const char* what) {
    const std::lock_guard lock(mutex_);
    found_[game] = what;
  }
  void hand_over(const std::string& store, store::DamagedGames& damaged) {
    for (const auto& [game, what] : found_)
      damaged.add(game, store::sentence_of_damage(store, game, what));
  }

 private:
  std::mutex mutex_;
  std::map<GameId, const char*> found_;
};

}  // namespace

void search(Database& database, const query::Query& query, const GameFilter& filter,
            const SearchOptions& options, const Visit& visit) {
  Database::Impl& db = DatabaseParts::of(database);
  const auto snapshot = db.store->snapshot();
  const query::Plan plan = query::plan(query);
  const Games games = games_for(*snapshot, query, plan, filter);
  Damages damages;
  const ScanRequest request{query, filter.variant, snapshot->games().narrow(plan.headers),
                            [&](GameId game, const char* what) { damages.add(game, what); }};
  const int threads = platform::threads_for(options.threads);
  std::vector<store::Reading> readings;
  if (threads > 1 && games.size() >= few_candidates) readings = db.store->readings(threads);
  if (readings.empty())
    search_here(*snapshot, games, request, options, visit);
  else
    search_on_threads(std::move(readings), games, request, options, visit);
  damages.hand_over(db.store->name(), db.damaged);
}

}  // namespace yari
