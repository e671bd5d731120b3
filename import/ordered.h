/// \file
/// Work spread over threads whose results come back in the order of the input.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace yari {

/// Calls `give(work(x))` for every x that `take()` hands out, in that order.
///
/// `take` (one thread at a time) returns an optional, empty after the last. `work` runs on `jobs`
/// threads; with 1 on the calling one, and no thread is started. `give` runs on the calling thread;
/// when it returns false the rest is left. At most four results a thread are waiting at a time. The
/// first exception of any of the three ends everything and comes out of here. Where the system has
/// fewer threads left, fewer are used; with none, the calling one.
///
/// With `idle`, one thread is started for 1 job too, and the calling thread calls `idle` whenever
/// it has waited `patience` for a result. It is not called where no thread could be started.
template <class Take, class Work, class Give>
void run_ordered(int jobs, Take take, Work work, Give give, const std::function<void()>& idle = {},
                 std::chrono::milliseconds patience = std::chrono::milliseconds(500)) {
  if (jobs < 1 || (jobs == 1 && !idle)) {
    while (auto x = take()) {
      if (!give(work(std::move(*x)))) return;
    }
    return;
  }
  using Out = decltype(work(std::move(*take())));
  std::mutex taking;
  std::mutex mutex;
  std::condition_variable ready;
  std::condition_variable room;
  std::map<std::size_t, Out> done;
  std::size_t taken = 0;
  std::size_t given = 0;
  int running = 0;
  bool over = false;
  std::exception_ptr fault;
  const std::size_t window = 4 * static_cast<std::size_t>(jobs);

  const auto end_all = [&](const std::exception_ptr& why) {
    const std::lock_guard lock(mutex);
    if (!fault) fault = why;
    over = true;
    room.notify_all();
    ready.notify_all();
  };
  const auto one_worker = [&] {
    while (true) {
      std::unique_lock take_lock(taking);
      std::size_t number;
      {
        std::unique_lock lock(mutex);
        room.wait(lock, [&] { return over || taken - given < window; });
        if (over) return;
        number = taken++;
      }
      auto x = take();
      take_lock.unlock();
      if (!x) return;
      Out out = work(std::move(*x));
      const std::lock_guard lock(mutex);
      done.emplace(number, std::move(out));
      if (number == given) ready.notify_one();
    }
  };
  const auto run_worker = [&] {
    try {
      one_worker();
    } catch (...) {
      end_all(std::current_exception());
    }
    const std::lock_guard lock(mutex);
    if (--running == 0) ready.notify_all();
  };
  std::vector<std::jthread> threads;
  threads.reserve(static_cast<std::size_t>(jobs));
  for (int i = 0; i < jobs; ++i) {
    const auto count = [&](int change) {
      const std::lock_guard lock(mutex);
      running += change;
    };
    count(1);
    try {
      threads.emplace_back(run_worker);
    } catch (const std::exception&) {
      // The system has no thread left: fewer do the work.
      count(-1);
      break;
    }
  }
  if (threads.empty()) return run_ordered(1, take, work, give);
  const auto is_awake = [&] { return over || done.contains(given) || running == 0; };
  try {
    while (true) {
      std::unique_lock lock(mutex);
      while (idle && !ready.wait_for(lock, patience, is_awake)) {
        lock.unlock();
        idle();
        lock.lock();
      }
      ready.wait(lock, is_awake);
      const auto first = done.find(given);
      if (over || first == done.end()) break;
      Out out = std::move(first->second);
      done.erase(first);
      ++given;
      room.notify_one();
      lock.unlock();
      if (!give(std::move(out))) break;
    }
  } catch (...) {
    end_all(std::current_exception());
  }
  end_all(nullptr);
  threads.clear();
  if (fault) std::rethrow_exception(fault);
}

}  // namespace yari
