/// \file
/// Records taken off a source in batches: handing them to threads one by one costs more than
/// reading.
#pragma once

#include <optional>
#include <vector>

#include "import/ordered.h"
#include "import/read_records.h"

namespace yari {

/// The next records, enough to keep a thread busy for a while; no value behind the last.
std::optional<std::vector<Record>> take_batch(RecordSource& source);

/// `options.jobs`, or the number of processors.
int jobs_or_default(int jobs);

/// Calls `each(work(read_record(...)))` for every record in order, until it returns false; `work`
/// on the reading threads.
template <class Work, class Each>
void process_records(RecordSource& source, const ReadingOptions& options, Work work, Each each) {
  using Item = decltype(work(ReadRecord()));
  run_ordered(
      jobs_or_default(options.jobs), [&] { return take_batch(source); },
      [&](std::vector<Record> batch) {
        std::vector<Item> items;
        items.reserve(batch.size());
        for (Record& record : batch) {
          items.push_back(work(read_record(std::move(record), options.read)));
        }
        return items;
      },
      [&](std::vector<Item> items) {
        for (Item& item : items) {
          if (!each(std::move(item))) return false;
        }
        return true;
      });
}

}  // namespace yari
