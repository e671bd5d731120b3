// Threads read, replay and encode; one writes.
#include "import/import_games.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "import/batches.h"
#include "import/record_origin.h"

namespace yari {
namespace {

using Clock = std::chrono::steady_clock;

/// Records that wait to be written take about this many bytes at most.
constexpr std::size_t most_waiting = std::size_t{64} << 20;

/// A record as the reading threads hand it over.
struct Item {
  ReadRecord read;
  std::optional<PreparedGame> prepared;
  /// Of the record's text.
  std::uint32_t sum = 0;
  /// Of the main line.
  std::size_t positions = 0;
  bool cut = false;
};

Item prepare_item(ReadRecord read, bool keep_game) {
  Item item;
  item.read = std::move(read);
  std::optional<Game>& game = item.read.result.game;
  if (!game) return item;
  item.prepared = prepare(*game, std::exchange(item.read.result.keys, {}));
  item.positions = item.prepared->keys.size();
  item.cut = game->was_cut();
  item.sum = record_text_sum(item.read.record.text);
  if (!keep_game) game.reset();
  // Many wait for their batch.
  item.read.record.text = {};
  item.read.record.bytes = {};
  return item;
}

std::size_t size_of(const Item& item) {
  std::size_t size = sizeof item + item.read.record.text.size() + item.read.record.bytes.size();
  for (const Diagnostic& d : item.read.result.diagnostics)
    size += sizeof d + d.message.size() + d.excerpt.size();
  if (!item.prepared) return size;
  const PreparedGame& game = *item.prepared;
  for (const auto* name : {&game.black, &game.white, &game.event, &game.site})
    size += name->has_value() ? (*name)->size() : 0;
  return size + game.keys.size() * sizeof(Key) + game.moves.size() + game.notes.size() +
         game.text.size() + game.tag_values.size() + game.tag_layout.size() + game.start.size();
}

/// One run: puts what the threads hand over into the database, and counts.
class Import {
 public:
  Import(Database& database, const ImportPlan& plan)
      : database_(database), importer_(std::in_place, database, plan.batches), plan_(plan) {}

  ImportSummary run(const std::vector<std::string>& paths);

 private:
  bool take(Item item);
  bool is_batch_due() const;
  void write_batch();
  void add_batch();
  template <class Step>
  void persist(Step step);
  void report(const Item& item, const std::optional<AddResult>& added);
  void count_gameless(const Item& item);
  void count_game(const Item& item, const AddResult& added);
  void tell_progress();

  Database& database_;
  std::optional<Importer> importer_;
  const ImportPlan& plan_;
  ImportSummary summary_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point told_ = begun_;
  Clock::time_point now_ = begun_;

  // What waits to be written.
  std::vector<Item> batch_;
  /// What became of each.
  std::vector<std::optional<AddResult>> added_;
  std::size_t batch_bytes_ = 0;
  std::size_t batch_postings_ = 0;
  Clock::time_point batch_begun_;
};

ImportSummary Import::run(const std::vector<std::string>& paths) {
  ReadingOptions reading = plan_.reading;
  reading.source.stop = plan_.stop;
  RecordSource source(paths, reading.source);
  summary_.bytes_total = source.bytes_total();
  const bool keep_games = plan_.keep_games;
  process_records(
      source, reading,
      [keep_games](ReadRecord read) { return prepare_item(std::move(read), keep_games); },
      [this](Item item) { return take(std::move(item)); }, [this] { write_batch(); });
  write_batch();
  if (plan_.stop != nullptr && plan_.stop->load()) summary_.stopped = true;
  if (!summary_.stopped) persist([this] { importer_->finish(); });
  summary_.seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
  return summary_;
}

bool Import::take(Item item) {
  if (plan_.stop != nullptr && plan_.stop->load()) {
    summary_.stopped = true;
    return false;
  }
  now_ = Clock::now();
  // A file without records is given when its end is known, with the place where it began.
  summary_.bytes_done = std::max(summary_.bytes_done, item.read.record.bytes_done);
  if (batch_.empty()) batch_begun_ = now_;
  batch_bytes_ += size_of(item);
  batch_postings_ += item.positions;
  batch_.push_back(std::move(item));
  if (is_batch_due()) write_batch();
  tell_progress();
  return true;
}

bool Import::is_batch_due() const {
  const std::chrono::duration<double> age = now_ - batch_begun_;
  return batch_postings_ >= plan_.batches.postings_per_batch || batch_bytes_ >= most_waiting ||
         age.count() >= plan_.batches.seconds_per_batch;
}

/// Nothing is counted or reported before it is in the file.
void Import::write_batch() {
  persist([this] { add_batch(); });
  for (std::size_t i = 0; i < batch_.size(); ++i) report(batch_[i], added_[i]);
  batch_.clear();
  batch_bytes_ = batch_postings_ = 0;
}

void Import::add_batch() {
  added_.assign(batch_.size(), std::nullopt);
  const bool may_come_again = importer_->can_lose_connection();
  for (std::size_t i = 0; i < batch_.size(); ++i) {
    if (!batch_[i].prepared) continue;
    const Origin origin = origin_of(batch_[i].read.record, batch_[i].sum);
    added_[i] = importer_->add(*batch_[i].prepared, &origin);
    // Its postings take as much memory again.
    if (!may_come_again) batch_[i].prepared.reset();
  }
  importer_->commit();
}

/// Takes a step again when a server was lost meanwhile: it may come back.
template <class Step>
void Import::persist(Step step) {
  constexpr int most_attempts = 5;
  for (int attempt = 1;; ++attempt) {
    try {
      return step();
    } catch (const ConnectionLost&) {
      if (attempt == most_attempts || (plan_.stop != nullptr && plan_.stop->load())) throw;
    }
    importer_.emplace(database_, plan_.batches);
  }
}

void Import::report(const Item& item, const std::optional<AddResult>& added) {
  if (added) {
    count_game(item, *added);
  } else {
    count_gameless(item);
  }
  summary_.files = static_cast<std::int64_t>(item.read.record.file_number);
  if (plan_.on_record) plan_.on_record({item.read, added});
}

void Import::count_game(const Item& item, const AddResult& added) {
  ++summary_.games;
  if (item.cut) ++summary_.cut;
  if (added.added != Added::imported) {
    ++summary_.duplicates;
    return;
  }
  const auto positions = static_cast<std::int64_t>(item.positions);
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
    case Verdict::refused:
      ++summary_.games;
      ++summary_.rejected;
      break;
    case Verdict::game:
    case Verdict::no_record:
      break;
  }
}

void Import::tell_progress() {
  constexpr std::chrono::milliseconds interval{100};
  if (!plan_.on_progress || now_ - told_ < interval) return;
  told_ = now_;
  ImportSummary shown = summary_;
  shown.games += static_cast<std::int64_t>(batch_.size());
  shown.seconds = std::chrono::duration<double>(now_ - begun_).count();
  plan_.on_progress(shown);
}

}  // namespace

ImportSummary import_games(Database& database, const std::vector<std::string>& paths,
                           const ImportPlan& plan) {
  return Import(database, plan).run(paths);
}

}  // namespace yari
