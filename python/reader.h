/// \file
/// Records read on several threads ahead of who takes them, in constant memory.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "import/read_records.h"

namespace yari::python {

/// What to read: files, or the bytes of one text.
struct ReadPlan {
  std::vector<std::string> paths = {};
  std::optional<std::string> bytes = {};
  ReadingOptions options = {};
};

/// Reads in the background, at most a few thousand records ahead. Knows nothing of Python.
class RecordQueue {
 public:
  explicit RecordQueue(ReadPlan plan);
  /// Ends the reading.
  ~RecordQueue();
  /// Ends the reading, and returns when its thread has ended. There are no more records then.
  void stop();
  RecordQueue(const RecordQueue&) = delete;
  RecordQueue& operator=(const RecordQueue&) = delete;

  /// The records that have been read and not taken, at least one; none at the end. Waits, and calls
  /// `idle` now and then meanwhile, which may throw. Throws what reading threw.
  template <class Idle>
  std::deque<ReadRecord> take(Idle idle) {
    std::unique_lock lock(mutex_);
    const auto is_ready = [this] { return !ready_.empty() || over_; };
    while (!changed_.wait_for(lock, std::chrono::milliseconds(50), is_ready)) {
      lock.unlock();
      idle();
      lock.lock();
    }
    if (ready_.empty() && fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
    std::deque<ReadRecord> records = std::exchange(ready_, {});
    characters_ = 0;
    changed_.notify_all();
    return records;
  }

 private:
  void read();
  void read_bytes();
  bool put(ReadRecord record);

  ReadPlan plan_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<ReadRecord> ready_;
  /// Of the texts in `ready_`.
  std::size_t characters_ = 0;
  std::exception_ptr fault_;
  bool over_ = false;
  std::atomic<bool> stop_ = false;
  std::jthread thread_;
};

}  // namespace yari::python
