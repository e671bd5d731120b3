#include "web/api/live_work.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

namespace yari::web {

namespace {

/// How soon a client that has gone is noticed.
constexpr std::chrono::milliseconds pulse{100};

/// Between the thread that works and the one that writes.
class Mailbox final : public LiveOutput {
 public:
  void write(Json object) override { put({std::move(object), false}); }
  void show(Json object) override { put({std::move(object), true}); }
  void finish(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    error_ = std::move(error);
    done_ = true;
    changed_.notify_all();
  }

  /// The next object, after a pulse at the latest.
  std::optional<Json> take() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, pulse, [this] { return !waiting_.empty() || done_; });
    if (waiting_.empty()) return std::nullopt;
    Json object = std::move(waiting_.front().object);
    waiting_.pop_front();
    return object;
  }
  /// Throws what ended the work.
  bool is_done() {
    const std::lock_guard lock(mutex_);
    if (!done_ || !waiting_.empty()) return false;
    if (error_) std::rethrow_exception(error_);
    return true;
  }

 private:
  struct Letter {
    Json object;
    bool replaceable;
  };

  void put(Letter letter) {
    const std::lock_guard lock(mutex_);
    if (letter.replaceable && !waiting_.empty() && waiting_.back().replaceable) waiting_.pop_back();
    waiting_.push_back(std::move(letter));
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Letter> waiting_;
  std::exception_ptr error_;
  bool done_ = false;
};

}  // namespace

void run_live(StreamSink& sink, const LiveWork& work) {
  Mailbox mailbox;
  const std::jthread worker([&](const std::stop_token& stop) {
    try {
      work(mailbox, stop);
      mailbox.finish(nullptr);
    } catch (...) {
      mailbox.finish(std::current_exception());
    }
  });
  while (!mailbox.is_done()) {
    if (const std::optional<Json> object = mailbox.take()) sink.write(*object);
    sink.flush();
  }
}

}  // namespace yari::web
