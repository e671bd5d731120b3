#include "analysis/usi/process.h"

#include <algorithm>
#include <cassert>
#include <thread>

#include "platform/child.h"

namespace yari {
namespace {

using std::chrono::milliseconds;

/// How long a process may take to end when nobody asked for more patience.
constexpr milliseconds moment{500};
constexpr milliseconds exit_poll{2};
/// Of what it complains only the end is kept.
constexpr std::size_t kept_complaints = 2000;

}  // namespace

Process::Process(const std::vector<std::string>& arguments) try {
  assert(!arguments.empty());
  child_ = std::make_unique<platform::Child>(arguments);
} catch (const platform::Child::Failure& failure) {
  const std::string what =
      failure.lacks_pipe ? "no pipe for the engine" : "cannot start " + arguments[0];
  throw ProcessFailure(what + ": " + failure.code().message());
}

Process::~Process() {
  close(Clock::now() + moment);
  if (has_ended()) return;
  child_->ask_to_end();
  wait_for_exit(Clock::now() + moment);
}

void Process::write_line(std::string_view line, Clock::time_point deadline) {
  std::string text(line);
  text += '\n';
  switch (child_->write(text, deadline)) {
    case platform::Child::Written::done:
      return;
    case platform::Child::Written::late:
      throw ProcessFailure("does not read its input");
    case platform::Child::Written::closed:
      throw ProcessFailure(how_it_ended());
  }
}

std::optional<std::string> Process::read_line(Clock::time_point deadline) {
  for (;;) {
    if (std::optional<std::string> line = take_line()) return line;
    if (buffer_.size() > max_line) throw ProcessFailure("writes a line without an end");
    if (!child_->has_output()) throw ProcessFailure(how_it_ended());
    const bool is_late = Clock::now() >= deadline;
    fill(deadline);
    // What came in that very moment still counts.
    if (is_late) return take_line();
  }
}

std::optional<std::string> Process::take_line() {
  const std::size_t end = buffer_.find('\n', searched_);
  if (end == std::string::npos) {
    buffer_.erase(0, taken_);
    taken_ = 0;
    searched_ = buffer_.size();
    return std::nullopt;
  }
  std::string line = buffer_.substr(taken_, end - taken_);
  taken_ = searched_ = end + 1;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

/// Waits for output, and takes what there is.
void Process::fill(Clock::time_point deadline) {
  child_->read(buffer_, complaints_, deadline);
  trim_complaints();
}

void Process::trim_complaints() {
  if (complaints_.size() > kept_complaints)
    complaints_.erase(0, complaints_.size() - kept_complaints);
}

void Process::close(Clock::time_point deadline) {
  child_->close_input();
  wait_for_exit(deadline);
}

bool Process::has_ended() { return !child_->how_it_ended().empty(); }

bool Process::wait_for_exit(Clock::time_point deadline) {
  while (!has_ended()) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(exit_poll);
  }
  return true;
}

std::string Process::how_it_ended() {
  std::string text =
      wait_for_exit(Clock::now() + moment) ? child_->how_it_ended() : "closed its output";
  child_->read_errors(complaints_);
  trim_complaints();
  if (!complaints_.empty()) text += "; it said: " + complaints_;
  return text;
}

}  // namespace yari
