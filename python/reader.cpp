// The thread that reads ahead.
#include "python/reader.h"

#include <algorithm>
#include <memory>

#include "import/record_cutter.h"
#include "import/sifter.h"

namespace yari::python {

namespace {

constexpr std::size_t most_records = 2048;
constexpr std::size_t most_characters = std::size_t{16} << 20;

/// The text as a file that says what is wrong with it as a whole.
ReadRecord whole_text(const std::string& message) {
  ReadRecord read;
  read.record.file = std::make_shared<const std::string>("<text>");
  read.record.named = read.record.refused = true;
  read.verdict = Verdict::bad_file;
  Diagnostic& said = read.result.diagnostics.emplace_back();
  said.say({FindingCode::unreadable_file, {message}});
  return read;
}

}  // namespace

RecordQueue::RecordQueue(ReadPlan plan) : plan_(std::move(plan)) {
  plan_.options.source.stop = &stop_;
  thread_ = std::jthread([this] {
    try {
      read();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fault_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  });
}

RecordQueue::~RecordQueue() { stop(); }

void RecordQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void RecordQueue::read() {
  if (plan_.bytes) return read_bytes();
  RecordSource source(plan_.paths, plan_.options.source);
  read_records(source, plan_.options, [this](ReadRecord r) { return put(std::move(r)); });
}

void RecordQueue::read_bytes() {
  std::size_t given = 0;
  const std::string& bytes = *plan_.bytes;
  RecordCutter cutter(
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = std::min(size, bytes.size() - given);
        std::copy_n(bytes.data() + given, count, buffer);
        given += count;
        return count;
      },
      plan_.options.source.encoding, plan_.options.source.record_limit);
  if (const Result<void> begun = cutter.begin(); !begun) {
    put(whole_text(begun.error().message));
    return;
  }
  const Format* format = plan_.options.source.format;
  if (format == nullptr) format = cutter.format();
  if (format == nullptr) {
    put(whole_text("is in no known record format"));
    return;
  }
  const auto file = std::make_shared<const std::string>("<text>");
  const std::optional<Variant> variant_of_file = cutter.variant_of_file(*format);
  const Sifter::Origin origin{1, nullptr};
  Sifter sifter([this](ReadRecord r) { return put(std::move(r)); });
  bool found = false;
  while (!stop_) {
    Result<std::optional<RecordText>> next = cutter.next(*format);
    if (!next) {
      put(whole_text(next.error().message));
      break;
    }
    if (!*next) break;
    found = true;
    RecordText& cut = **next;
    Record record;
    record.file = file;
    record.named = true;
    record.format = format;
    record.text = std::move(cut.text);
    record.variant_of_file = variant_of_file;
    record.first_line = cut.first_line;
    record.diagnostics = std::move(cut.diagnostics);
    record.refused = cut.too_long;
    record.file_number = 1;
    ReadRecord read = read_record(std::move(record), plan_.options.read);
    const bool wanted = read.verdict == Verdict::no_record
                            ? sifter.take_other(std::move(read))
                            : sifter.expect(origin, false) && put(std::move(read));
    if (!wanted) return;
  }
  sifter.finish();
  if (!found) put(whole_text("contains no game"));
}

bool RecordQueue::put(ReadRecord record) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] {
    return stop_ || (ready_.size() < most_records && characters_ < most_characters);
  });
  if (stop_) return false;
  characters_ += record.record.text.size();
  record.record.text = {};
  ready_.push_back(std::move(record));
  // Waking the taker for each record would cost more than reading it.
  if (ready_.size() == 1 || ready_.size() % 64 == 0) changed_.notify_all();
  return true;
}

}  // namespace yari::python
