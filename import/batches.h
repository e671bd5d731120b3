/// \file
/// Records taken off a source in batches: handing them to threads one by one costs more than
/// reading.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "import/ordered.h"
#include "import/read_records.h"
#include "import/sifter.h"
#include "platform/processors.h"

namespace yari {

/// The next records, enough to keep a thread busy for a while; no value after the last.
std::optional<std::vector<Record>> take_batch(RecordSource& source);

/// What `work` made of a record, or text that is no record.
template <class Item>
struct Sifted {
  std::optional<Item> item;
  ReadRecord other;
  Sifter::Origin origin;
  bool about_file = false;
};

template <class Work>
auto sifted(ReadRecord read, Work& work) {
  Sifted<decltype(work(ReadRecord()))> made;
  if (read.verdict == Verdict::no_record) {
    made.other = std::move(read);
    return made;
  }
  made.origin = {read.record.file_number, read.record.archive};
  made.about_file = read.record.format == nullptr;
  made.item.emplace(work(std::move(read)));
  return made;
}

/// Calls `each(work(read_record(...)))` for every record and every file without records, in order,
/// until it returns false; `work` on the reading threads. `idle` is that of run_ordered.
template <class Work, class Each>
void process_records(RecordSource& source, const ReadingOptions& options, Work work, Each each,
                     const std::function<void()>& idle = {}) {
  using Item = decltype(work(ReadRecord()));
  bool wanted = true;
  Sifter sifter([&](ReadRecord read) { return each(work(std::move(read))); });
  run_ordered(
      platform::threads_for(options.jobs), [&] { return take_batch(source); },
      [&](std::vector<Record> batch) {
        std::vector<Sifted<Item>> items;
        items.reserve(batch.size());
        for (Record& record : batch) {
          items.push_back(sifted(read_record(std::move(record), options.read), work));
        }
        return items;
      },
      [&](std::vector<Sifted<Item>> items) {
        for (auto i = items.begin(); wanted && i != items.end(); ++i) {
          wanted = i->item ? sifter.expect(i->origin, i->about_file) && each(std::move(*i->item))
                           : sifter.take_other(std::move(i->other));
        }
        return wanted;
      },
      idle);
  const std::atomic<bool>* const stop = options.source.stop;
  if (wanted && !(stop != nullptr && stop->load())) sifter.finish();
}

}  // namespace yari
