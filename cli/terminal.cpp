#include "cli/terminal.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "cli/failure.h"
#include "cli/text.h"
#include "import/read_records.h"

namespace yari::cli {

namespace {

constexpr std::size_t buffer_size = 1 << 16;

bool is_terminal(int fd) {
  if (isatty(fd) == 0) return false;
  const char* kind = std::getenv("TERM");
  return kind == nullptr || std::string_view(kind) != "dumb";
}

bool colors_refused() {
  const char* value = std::getenv("NO_COLOR");
  return value != nullptr && *value != '\0';
}

/// Writes all of it; false, with errno set, when the system refuses.
bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

std::string in_color(Paint paint, std::string_view text) {
  constexpr std::string_view codes[] = {"0", "1", "31;1", "33", "32", "36"};
  return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<std::size_t>(paint)], text);
}

Paint severity_paint(Severity severity) {
  constexpr Paint paints[] = {Paint::cyan, Paint::yellow, Paint::red};
  return paints[static_cast<std::size_t>(severity)];
}

}  // namespace

Terminal::Terminal(bool json, bool color)
    : json_(json),
      color_out_(color && !json && !colors_refused() && is_terminal(STDOUT_FILENO)),
      color_err_(color && !colors_refused() && is_terminal(STDERR_FILENO)),
      shows_progress_(is_terminal(STDERR_FILENO)) {}

Terminal::~Terminal() { clear_progress(); }

void Terminal::write(std::string_view text) {
  if (text.empty()) return;
  // Results and progress may share a terminal.
  clear_progress();
  buffer_ += text;
  // A reader who waits for the first of many results gets it soon.
  constexpr auto patience = std::chrono::milliseconds(50);
  if (buffer_.size() >= buffer_size || Clock::now() - last_flush_ > patience) flush();
}

void Terminal::flush() {
  last_flush_ = Clock::now();
  const std::string text = std::exchange(buffer_, {});
  if (write_all(STDOUT_FILENO, text)) return;
  if (errno == EPIPE) throw PipeClosed();
  throw system_failure("cannot write to standard output");
}

void Terminal::json(const Json& object) {
  // A record's text is UTF-8 by then; should a byte be wrong, it is shown as U+FFFD.
  write(object.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
}

void Terminal::write_error(std::string_view text) {
  clear_progress();
  // There is nowhere to complain to when standard error itself is gone.
  (void)write_all(STDERR_FILENO, text);
}

void Terminal::message(std::string_view text) {
  if (!buffer_.empty()) flush();
  std::string lines = "yari:";
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    lines += ' ' + printable(text.substr(0, end)) + '\n';
    more = end != text.npos;
    if (more) text.remove_prefix(end + 1);
  }
  write_error(lines);
}

void Terminal::hint(std::string_view text) {
  if (isatty(STDERR_FILENO) != 0) message(text);
}

void Terminal::diagnostic(const std::string& file, const Diagnostic& d) {
  if (!buffer_.empty()) flush();
  std::string text = diagnostic_text(printable(file), d);
  if (color_err_) {
    // ":8: error: " begins behind the place, which a file's name cannot fake: it is printed whole.
    const std::size_t place_end = text.find(": ", file.size()) + 2;
    const std::size_t word_end = text.find(':', place_end) + 1;
    text = in_color(Paint::bold, text.substr(0, place_end - 1)) + ' ' +
           in_color(severity_paint(d.severity), text.substr(place_end, word_end - place_end)) +
           text.substr(word_end);
  }
  write_error(text);
}

void Terminal::progress(std::string_view what, std::uint64_t done, std::uint64_t all) {
  constexpr auto pause = std::chrono::milliseconds(100);
  const Clock::time_point now = Clock::now();
  if (!shows_progress_ || now - last_progress_ < pause) return;
  last_progress_ = now;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  std::string line = fmt::format("\r\x1b[K{} {}", grouped(done), what);
  if (all > 0 && done > 0) {
    const double part = static_cast<double>(done) / static_cast<double>(all);
    line = fmt::format("\r\x1b[K{:3.0f} %  {} of {} {}", 100 * part, grouped(done), grouped(all),
                       what);
    if (part < 1 && seconds > 1)
      line += fmt::format(", {} left", duration(std::max(1.0, seconds / part - seconds)));
  }
  progress_shown_ = true;
  (void)write_all(STDERR_FILENO, line);
}

void Terminal::clear_progress() {
  if (!progress_shown_) return;
  progress_shown_ = false;
  (void)write_all(STDERR_FILENO, "\r\x1b[K");
}

std::string Terminal::painted(Paint paint, std::string_view text) const {
  return color_out_ && paint != Paint::none ? in_color(paint, text) : std::string(text);
}

}  // namespace yari::cli
