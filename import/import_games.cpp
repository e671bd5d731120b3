// Threads read, replay and encode; one writes.
#include "import/import_games.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "import/batches.h"

namespace yari {
namespace {

using Clock = std::chrono::steady_clock;

/// A record as the reading threads hand it over.
struct Item {
  ReadRecord read;
  std::optional<PreparedGame> prepared;
};

Item prepare_item(ReadRecord read) {
  Item item;
  if (read.result.game) item.prepared = prepare(*read.result.game);
  item.read = std::move(read);
  return item;
}

/// One run: puts what the threads hand over into the database, and counts.
class Import {
 public:
  Import(Database& database, const ImportPlan& plan)
      : importer_(database, plan.batches), plan_(plan) {}

  ImportSummary run(const std::vector<std::string>& paths);

 private:
  bool take(const Item& item);
  void count_gameless(const Item& item);
  void count_game(const Item& item, const AddResult& added);
  void tell_progress();

  Importer importer_;
  const ImportPlan& plan_;
  ImportSummary summary_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point told_ = begun_;
};

ImportSummary Import::run(const std::vector<std::string>& paths) {
  ReadingOptions reading = plan_.reading;
  reading.source.stop = plan_.stop;
  RecordSource source(paths, reading.source);
  summary_.bytes_total = source.bytes_total();
  process_records(source, reading, prepare_item, [this](const Item& item) { return take(item); });
  if (plan_.stop != nullptr && plan_.stop->load()) summary_.stopped = true;
  if (summary_.stopped) {
    importer_.commit();
  } else {
    importer_.finish();
  }
  summary_.seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
  return summary_;
}

bool Import::take(const Item& item) {
  if (plan_.stop != nullptr && plan_.stop->load()) {
    summary_.stopped = true;
    return false;
  }
  std::optional<AddResult> added;
  if (item.prepared) {
    added = importer_.add(*item.prepared);
    count_game(item, *added);
  } else {
    count_gameless(item);
  }
  if (plan_.on_record) plan_.on_record({item.read, added});
  summary_.files = static_cast<std::int64_t>(item.read.record.file_number);
  // A file without records is given when its end is known, with the place where it began.
  summary_.bytes_done = std::max(summary_.bytes_done, item.read.record.bytes_done);
  tell_progress();
  return true;
}

void Import::count_game(const Item& item, const AddResult& added) {
  ++summary_.games;
  if (item.read.result.game->was_cut()) ++summary_.cut;
  if (added.added != Added::imported) {
    ++summary_.duplicates;
    return;
  }
  const auto positions = static_cast<std::int64_t>(item.prepared->keys.size());
  ++summary_.imported;
  summary_.same_moves += added.same_moves != 0 ? 1 : 0;
  summary_.positions += positions;
  summary_.plies += positions - 1;
}

void Import::count_gameless(const Item& item) {
  switch (item.read.verdict) {
    case Verdict::bad_file:
      ++summary_.bad_files;
      break;
    case Verdict::skipped_file:
      ++summary_.skipped_files;
      break;
    case Verdict::game:
    case Verdict::refused:
      ++summary_.games;
      ++summary_.rejected;
      break;
    case Verdict::no_record:
      break;
  }
}

void Import::tell_progress() {
  constexpr std::chrono::milliseconds interval{100};
  if (!plan_.on_progress || (summary_.games & 15) != 0) return;
  const Clock::time_point now = Clock::now();
  if (now - told_ < interval) return;
  told_ = now;
  summary_.seconds = std::chrono::duration<double>(now - begun_).count();
  plan_.on_progress(summary_);
}

}  // namespace

ImportSummary import_games(Database& database, const std::vector<std::string>& paths,
                           const ImportPlan& plan) {
  return Import(database, plan).run(paths);
}

}  // namespace yari
