// `yari book mine`: a book that an engine makes of its own analyses.
#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "analysis/book/book_miner.h"
#include "analysis/book/book_score.h"
#include "analysis/engine/replayed.h"
#include "answers/annotation_engines.h"
#include "answers/engine_json.h"
#include "cli/book/mining_queue.h"
#include "cli/book/mining_shares.h"
#include "cli/options/command.h"
#include "cli/options/engine_options.h"
#include "cli/options/jobs_option.h"
#include "cli/options/limit_options.h"
#include "cli/options/position_options.h"
#include "cli/output/book_input.h"
#include "cli/output/line_text.h"
#include "cli/terminal/stop.h"
#include "cli/terminal/text.h"
#include "cli/terminal/working.h"
#include "db/explore/explorer.h"
#include "import/annotation/stored_evaluations.h"
#include "import/annotation/work_settings.h"
#include "import/ordered.h"
#include "platform/processors.h"
#include "rules/position.h"
#include "rules/sfen.h"

namespace yari::cli {

namespace {

/// What books have of positions: how often each move, by SFEN without its number.
using PlayedInBooks = std::unordered_map<std::string, std::vector<PlayedMove>>;

void add(std::vector<PlayedMove>& moves, Move move, std::uint64_t times) {
  const auto same = std::ranges::find(moves, move, &PlayedMove::move);
  if (same == moves.end())
    moves.push_back({move, times});
  else
    same->times += times;
}

Key key_of(const Setup& position) {
  return with_variant(position.variant,
                      [&]<class V>(V) { return Position<V>::from(position)->key(); });
}

/// The miner as several threads use it: each takes a position, asks its engine, and brings the
/// answer back.
class Mine {
 public:
  Mine(BookMiner& miner, MiningShares& shares, std::uint64_t most, std::stop_token stop)
      : miner_(miner), shares_(shares), most_(most), stop_(std::move(stop)) {}

  /// Waits while the answers of other threads and programs may open a way on.
  std::optional<MiningTask> take() {
    std::unique_lock lock(mutex_);
    while (!ended_ && !stop_.stop_requested() && taken_ < most_) {
      for (const auto& [task, analysis] : shares_.answers()) miner_.answer(task, analysis);
      std::optional<MiningTask> task = shares_.abandoned();
      if (!task && shares_.has_room()) {
        task = miner_.next();
        if (task && !shares_.take(*task, key_of(task->position))) continue;
      }
      if (task) {
        ++taken_;
        return task;
      }
      if (miner_.waiting() == 0) break;
      if (shares_.waits())
        news_.wait_for(lock, std::chrono::milliseconds(100));
      else
        news_.wait(lock);
    }
    return std::nullopt;
  }
  void answer(const MiningTask& task, const Analysis& analysis) {
    const std::scoped_lock lock(mutex_);
    miner_.answer(task, analysis);
    ++answered_;
    news_.notify_all();
  }
  /// No more is taken.
  void end() {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    news_.notify_all();
  }
  std::uint64_t answered() const {
    const std::scoped_lock lock(mutex_);
    return answered_;
  }

 private:
  BookMiner& miner_;
  MiningShares& shares_;
  std::uint64_t most_;
  std::stop_token stop_;
  mutable std::mutex mutex_;
  std::condition_variable news_;
  std::uint64_t taken_ = 0, answered_ = 0;
  bool ended_ = false;
};

struct BookMine final : Task {
  static constexpr Limits default_limits{.nodes = 100'000};

  PositionOptions place;
  EngineOptions engine;
  LimitOptions limits;
  BookInputOptions input;
  BookOutputOptions output;
  BookMinerOptions how;
  MiningShares::Options share;
  std::uint64_t most = 100;
  std::int64_t min_games = 5;
  int lines = 4;
  int jobs = 0;
  bool to_queue = false;
  std::optional<int> priority;
  std::vector<std::string> books;
  bool books_are_sound = true;

  void declare(OptionSet& options) override {
    options.number("positions", most, "analyse N more positions", std::uint64_t{0});
    options.number("lines", lines, "moves that the engine is asked for in each position", 1, 100);
    options.number("max-ply", how.max_ply, "no further than N plies from the start", 1, 1000);
    options.number("margin", how.margin,
                   "leave out moves that are N centipawns worse than the best", 0, 10'000);
    options.number("drop", how.drop,
                   "a score counts N centipawns less for each ply that it is away", 0, 1000);
    options.number("min-games", min_games,
                   "look at moves of at least N games of the database as well", std::int64_t{1});
    declare_jobs_option(options, jobs, "positions analysed at the same time");
    options
        .value("share", "I/N", "analyse share I of N; other programs analyse the others",
               [this](const std::string& typed) { read_share(typed); })
        .assumed("1/1");
    options
        .value(
            "lease", "SECONDS", "take over a share of which nothing has been heard for so long",
            [this](const std::string& typed) { share.lease = read_seconds("--lease", typed, 0.1); })
        .assumed("60");
    options.flag("queue", to_queue, "leave the positions to workers: 'yari work --wait'");
    options.number("priority", priority, "in the queue, the greatest first; 0 unless given", -1000,
                   1000);
    limits.declare(options, "--nodes 100000");
    engine.declare(options);
    engine.declare_byoyomi(options);
    output.declare(options);
    declare_book_format(options, "from", input.from, "read the books as this format")
        .assumed("what their beginnings show");
    options.arguments(books, "BOOK", 0).is(ValueKind::file);
    place.declare(options);
  }

  Exit run(Terminal& terminal) override {
    if (priority && !to_queue) throw UsageError("--priority is for --queue");
    if (to_queue && (jobs != 0 || share.all > 1))
      throw UsageError(
          "--queue leaves the work to others: neither --jobs nor --share has a meaning");
    Database games = place.database.open(OpenMode::create);
    const GamePosition start = place.read(&games);
    const BookFormat& to = output.format(book_formats().front(), terminal);
    Limits bounds = limits.limits(engine.default_limits(default_limits));
    bounds.multipv = lines;
    input.variant = start.start.variant;
    const PlayedInBooks others = read_books(terminal);

    StopOnSignal stop;
    AnnotationEngines engines([this] { return engine.make(); });
    const std::string identity = engines.identity();
    std::mutex mutex;
    std::vector<std::string> damage;
    StoredEvaluations stored(games, mutex, start.start.variant, damage);
    const auto known_of = [&](const Setup& position) {
      return stored.find(key_of(position), identity, bounds);
    };
    BookMiner miner(setup_of(start), how, known_of, [&](const Setup& position) {
      const std::scoped_lock lock(mutex);
      return played(games, others, position);
    });
    const std::size_t known = miner.positions();
    std::uint64_t analysed = 0;
    std::optional<EngineFailure> failure;
    std::optional<Working> working(std::in_place, terminal, "mining");
    if (to_queue) {
      PositionQueue queue(games);
      MiningQueue workers(
          queue, miner,
          {identity, write_position_settings({bounds, start.rules}), priority.value_or(0)},
          known_of);
      wait_for_workers(terminal, workers, stop.token());
      analysed = workers.answered();
    } else {
      MiningShares shares(share, known_of, [&] { stored.flush(); });
      Mine mine(miner, shares, most, stop.token());
      try {
        dig(terminal, mine, engines, stop, [&](const MiningTask& task, Engine& worker) {
          worker.new_position(bounds);
          Analysis analysis =
              worker.analyze({task.position, {}, start.rules}, bounds, stop.token());
          if (!stop.flag()) stored.save(key_of(task.position), identity, bounds, analysis);
          return analysis;
        });
      } catch (const EngineFailure& broken) {
        // What is known makes a book all the same.
        failure = broken;
      }
      analysed = mine.answered();
    }
    working.reset();
    for (const std::string& sentence : damage)
      terminal.message(sentence + ": it is removed, and the position looked at again");
    BookOutput out(terminal, output, to);
    miner.each([&](const BookEntry& entry) { out.write(entry); });
    out.finish({}, summary(miner, start, analysed, known));
    if (!terminal.wants_json()) tell(terminal, miner, start, analysed, known);
    if (failure) throw EngineFailure(*failure);
    if (stop.flag()) terminal.message("interrupted: the same command goes on");
    if (stop.flag()) return Exit::failed;
    return out.positions() > 0 && books_are_sound ? Exit::done : Exit::nothing;
  }

  /// Until workers have evaluated enough.
  void wait_for_workers(Terminal& terminal, MiningQueue& workers,
                        const std::stop_token& stop) const {
    terminal.hint("the positions wait for 'yari work --wait' with the same engine and options");
    terminal.progress("positions", 0, most);
    for (workers.put(most); workers.waits(); workers.put(most)) {
      if (!wait_unless_stopped(stop, std::chrono::milliseconds(100))) break;
      for (const std::string& sentence : workers.collect()) terminal.message(sentence);
      terminal.progress("positions", workers.answered(), most);
    }
    if (workers.waits())
      terminal.message(counted(workers.waiting(), "position stays", "positions stay") +
                       " in the queue");
  }

  void read_share(const std::string& typed) {
    const std::size_t slash = typed.find('/');
    if (slash == typed.npos)
      throw UsageError(fmt::format("--share: expected I/N like 2/3, found '{}'", typed));
    share.all = read_number<std::uint64_t>("--share", typed.substr(slash + 1), 1, 1000);
    share.own = read_number<std::uint64_t>("--share", typed.substr(0, slash), 1, share.all) - 1;
  }

  /// Asks engines on several threads until there is nothing left, or enough.
  template <class Ask>
  void dig(Terminal& terminal, Mine& mine, AnnotationEngines& engines, const StopOnSignal& stop,
           Ask ask) {
    terminal.progress("positions", 0, most);
    run_ordered(
        platform::threads_for(jobs), [&] { return mine.take(); },
        [&](const MiningTask& task) {
          try {
            std::unique_ptr<Engine> worker = engines.take();
            Analysis analysis;
            try {
              analysis = ask(task, *worker);
            } catch (const UselessAnswer&) {
              analysis.scored = false;
            }
            engines.give_back(std::move(worker));
            if (stop.flag()) {
              mine.end();
              return false;
            }
            mine.answer(task, analysis);
            terminal.progress("positions", mine.answered(), most);
            return true;
          } catch (...) {
            mine.end();
            throw;
          }
        },
        [](bool goes_on) { return goes_on; });
  }

  PlayedInBooks read_books(Terminal& terminal) {
    PlayedInBooks others;
    for (const std::string& file : books) {
      BookInput book(terminal, file, input);
      while (std::optional<BookEntry> entry = book.next()) {
        for (const BookMove& move : entry->moves)
          if (move.move)
            add(others[write_sfen_without_number(entry->position)], move.move,
                move.count.value_or(1));
      }
      book.finish();
      books_are_sound = books_are_sound && book.errors() == 0;
    }
    return others;
  }

  std::vector<PlayedMove> played(Database& games, const PlayedInBooks& others,
                                 const Setup& position) const {
    std::vector<PlayedMove> moves;
    for (const ExplorerMove& move : explore(games, position, {}).moves)
      if (move.counts.games >= min_games)
        add(moves, move.move, static_cast<std::uint64_t>(move.counts.games));
    const auto known = others.find(write_sfen_without_number(position));
    if (known == others.end()) return moves;
    for (const PlayedMove& move : known->second) add(moves, move.move, move.times);
    return moves;
  }

  static Json summary(BookMiner& miner, const GamePosition& start, std::uint64_t analysed,
                      std::size_t known) {
    Json json = object({{"analysed", analysed}, {"known", known}});
    json["score"] = score_json(read_book_score(miner.value().score));
    json["line"] = hodges_line(start, miner.best_line());
    json["next"] = hodges_line(start, miner.next_line());
    return json;
  }

  static void tell(Terminal& terminal, BookMiner& miner, const GamePosition& start,
                   std::uint64_t analysed, std::size_t known) {
    terminal.hint(fmt::format("{} analysed now, {} known before", counted(analysed, "position"),
                              grouped(known)));
    terminal.hint(fmt::format("best play: {}  {}",
                              score_text(read_book_score(miner.value().score), start.start.variant),
                              hodges_line(start, miner.best_line())));
    if (const std::vector<Move> next = miner.next_line(); !next.empty())
      terminal.hint("next: " + hodges_line(start, next));
  }
};

}  // namespace

extern const Command book_mine_command{
    "book mine", "[BOOK...]", "make an opening book of an engine's own analyses",
    R"(Begins at a position and analyses, one after the other, those that matter most: what follows
good play, and what was played often in the database or stands in a BOOK. Evaluations are kept in
the database, which is made where there is none, so that the same command goes on where it was,
also after it was killed. Scores flow back: a move is worth what best play after it gives as far
as the book goes, and a line that repeats itself is even.

With --queue other programs do the work, also on other machines with one PostgreSQL database:
'yari work --wait', as many as there are, with the same engine and options. What they find out
comes back here. 'yari queue' shows what they do, and what failed.

Without a program that waits, several mine the same book with --share: each analyses its positions
and waits for those of the others. What a program that died had to do, the others take over after
--lease. Any of them writes the book, as far as it has seen it; without --share, --positions 0
writes what is known.

  yari book mine --variant yari --positions 1000 -o yari.book
  yari book mine --variant shogi --positions 1000 --queue -o mine.db
  yari book mine joseki.db --variant shogi --engine "./YaneuraOu" --nodes 1000000 -o mine.db)",
    make_task<BookMine>};

}  // namespace yari::cli
