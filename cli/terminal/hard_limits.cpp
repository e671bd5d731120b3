#include "cli/terminal/hard_limits.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "platform/limits.h"
#include "platform/open_file.h"

namespace yari::cli {

namespace {

/// Written beforehand: a signal handler may not format text.
std::array<char, 80> end_sentence{};
std::size_t end_sentence_size = 0;

void end_for_time() {
  platform::write_all(platform::standard_error, {end_sentence.data(), end_sentence_size});
  std::_Exit(2);
}

}  // namespace

ComputingLimit::ComputingLimit(int seconds, const char* option) {
  const int size = std::snprintf(end_sentence.data(), end_sentence.size(),
                                 "yari: stopped after %d s (%s)\n", seconds, option);
  end_sentence_size = std::min(static_cast<std::size_t>(size), end_sentence.size() - 1);
  // Whoever can stop in order does that first.
  platform::after_computing(seconds + 1, end_for_time);
}

ComputingLimit::~ComputingLimit() { platform::after_computing(0, nullptr); }

}  // namespace yari::cli
