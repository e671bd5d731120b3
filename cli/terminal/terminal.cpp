#include "cli/terminal/terminal.h"

#include <cerrno>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cli/terminal/failure.h"
#include "cli/terminal/table.h"
#include "cli/terminal/text.h"
#include "import/read_records.h"
#include "platform/open_file.h"
#include "platform/terminal.h"
#include "platform/user.h"
#include "text/text.h"

namespace yari::cli {

namespace {

constexpr std::size_t buffer_size = 1 << 16;

bool is_terminal(int fd) {
  if (!platform::obeys_escapes(fd)) return false;
  return platform::variable("TERM") != "dumb";
}

/// As the terminal says it, else $COLUMNS, else 80.
std::size_t terminal_width() {
  if (const std::size_t width = platform::terminal_width(); width > 0) return width;
  const int typed = std::atoi(platform::variable("COLUMNS").value_or("").c_str());
  return typed > 0 ? static_cast<std::size_t>(typed) : 80;
}

/// The excerpt cut to `room` columns about its caret.
void fit_excerpt(Diagnostic& d, std::size_t room) {
  if (display_width(d.excerpt) <= room || room == 0) return;
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < d.excerpt.size(); at += code_point_at(d.excerpt, at).length)
    starts.push_back(at);
  const std::size_t caret = std::min(d.caret > 0 ? d.caret - 1 : 0, starts.size());
  const auto columns = [&](std::size_t from, std::size_t to) {
    const std::size_t begin = from < starts.size() ? starts[from] : d.excerpt.size();
    const std::size_t end = to < starts.size() ? starts[to] : d.excerpt.size();
    return display_width(std::string_view(d.excerpt).substr(begin, end - begin));
  };
  std::size_t first = 0;
  while (columns(first, caret) > room * 3 / 4) ++first;
  std::size_t last = caret;
  while (last < starts.size() && columns(first, last + 1) <= room) ++last;
  while (first > 0 && columns(first - 1, last) <= room) --first;
  const std::size_t begin = first < starts.size() ? starts[first] : d.excerpt.size();
  const std::size_t end = last < starts.size() ? starts[last] : d.excerpt.size();
  d.excerpt = d.excerpt.substr(begin, end - begin);
  if (d.caret > 0) d.caret -= first;
}

std::string with_first_line_folded(const std::string& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  return folded(text.substr(0, end), terminal_width()) + text.substr(end);
}

bool colors_refused() { return !platform::variable("NO_COLOR").value_or("").empty(); }

bool shows_color(ColorWhen when, int fd) {
  if (when == ColorWhen::automatic) return !colors_refused() && is_terminal(fd);
  return when == ColorWhen::always;
}

/// The caret stays under its character where escapes before that take more room.
Diagnostic printable_finding(Diagnostic d) {
  d.message = printable(d.message);
  if (d.caret > 0) {
    std::size_t at = 0;
    std::size_t beyond = d.caret - 1;
    for (; beyond > 0 && at < d.excerpt.size(); --beyond) at += code_point_at(d.excerpt, at).length;
    d.caret = characters(printable(std::string_view(d.excerpt).substr(0, at))) + beyond + 1;
  }
  d.excerpt = printable(d.excerpt);
  return d;
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

Terminal::Terminal(const TerminalOptions& options)
    : options_(options),
      to_terminal_(platform::is_terminal(platform::standard_output)),
      color_out_(!options.json && shows_color(options.color, platform::standard_output)),
      color_err_(shows_color(options.color, platform::standard_error)),
      shows_progress_(!options.quiet && is_terminal(platform::standard_error)),
      pager_allowed_(options.pager && is_terminal(platform::standard_output)),
      width_(to_terminal_ ? terminal_width() : 0) {}

Terminal::~Terminal() { clear_progress(); }

void Terminal::write(std::string_view text) { put(printable_lines(text)); }

void Terminal::write_lines(std::string_view text) {
  if (width_ == 0) return write(text);
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const bool is_row = line.starts_with(' ') || line.find("  ") != line.npos;
    out += is_row || display_width(line) <= width_ ? std::string(line)
                                                   : folded(std::string(line), width_);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  write(out);
}

void Terminal::write(Paint paint, std::string_view text) {
  const std::string safe = printable_lines(text);
  put(color_out_ && paint != Paint::none ? in_color(paint, safe) : safe);
}

void Terminal::write_record(std::string_view text) {
  put(to_terminal_ ? printable_lines(text) : text);
}

void Terminal::put(std::string_view text) {
  if (text.empty()) return;
  // Results and progress may share a terminal.
  clear_progress();
  buffer_ += text;
  // A reader who waits for the first of many results gets it soon. Half a line would be erased with
  // the progress that follows it.
  constexpr auto patience = std::chrono::milliseconds(50);
  const bool waits = text.ends_with('\n') && Clock::now() - last_flush_ > patience;
  if (buffer_.size() >= buffer_size || waits) flush();
}

std::string json_line(const Json& object) {
  return escaped_json(object.dump(-1, ' ', false, Json::error_handler_t::replace)) + '\n';
}

void Terminal::flush() {
  last_flush_ = Clock::now();
  // Not before there is something to show.
  if (std::exchange(pages_, false) && !buffer_.empty()) {
    const std::lock_guard lock(mutex_);
    pager_ = start_pager();
    if (pager_->is_running()) shows_progress_ = false;
  }
  const std::string text = std::exchange(buffer_, {});
  const std::lock_guard lock(mutex_);
  erase_progress();
  if (platform::write_all(platform::standard_output, text)) return;
  if (errno == EPIPE) throw PipeClosed();
  throw system_failure("cannot write to standard output");
}

std::string Terminal::object_line(const Json& object) {
  return csv_ ? csv_->row(object) : json_line(object);
}

void Terminal::json(const Json& object) {
  if (csv_) return write_record(csv_->row(object));
  put(json_line(object));
}

void Terminal::object(std::initializer_list<Field> fields) { json(yari::object(fields)); }

void Terminal::write_error(std::string_view text) {
  clear_progress();
  // There is nowhere to complain to when standard error itself is gone.
  (void)platform::write_all(platform::standard_error, text);
}

void Terminal::message(std::string_view text) {
  if (!buffer_.empty()) flush();
  std::string lines = "yari: ";
  for (const char c : printable_lines(text)) {
    lines += c;
    if (c == '\n') lines += ' ';
  }
  // What follows the first line has a caret below it, and stays as it is.
  write_error((is_terminal(platform::standard_error) ? with_first_line_folded(lines) : lines) +
              '\n');
}

void Terminal::hint(std::string_view text) {
  if (!options_.quiet && platform::is_terminal(platform::standard_error)) message(text);
}

void Terminal::diagnostic(const std::string& file, const Diagnostic& d) {
  if (!buffer_.empty()) flush();
  const std::string name = printable(file);
  Diagnostic shown = printable_finding(d);
  const bool folds = is_terminal(platform::standard_error);
  constexpr std::size_t indent = 2;
  if (folds) fit_excerpt(shown, std::max(terminal_width(), 2 * indent) - indent);
  std::string text = diagnostic_text(name, shown);
  if (color_err_) {
    // ":8: error: " begins after the name, which cannot fake it: it is printed whole.
    const std::size_t place_end = text.find(": ", name.size()) + 2;
    const std::size_t word_end = text.find(':', place_end) + 1;
    if (folds) text = with_first_line_folded(text);
    text = in_color(Paint::bold, text.substr(0, place_end - 1)) + ' ' +
           in_color(severity_paint(d.severity), text.substr(place_end, word_end - place_end)) +
           text.substr(word_end);
  } else if (folds) {
    text = with_first_line_folded(text);
  }
  write_error(text);
}

void Terminal::progress(std::string_view what, std::uint64_t done, std::uint64_t all) {
  constexpr auto pause = std::chrono::milliseconds(100);
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (!shows_progress_ || now - last_progress_ < pause) return;
  last_progress_ = now;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const std::string safe = printable(what);
  std::string line = fmt::format("{} {}", grouped(done), safe);
  if (all > 0 && done > 0) {
    const double part = static_cast<double>(done) / static_cast<double>(all);
    line = fmt::format("{:3.0f} %  {} of {} {}", 100 * part, grouped(done), grouped(all), safe);
    if (part < 1 && seconds > 1)
      line += fmt::format(", {} left", duration(std::max(1.0, seconds / part - seconds)));
  }
  last_line_ = line;
  show_progress(line);
}

void Terminal::waiting(std::string_view what, std::chrono::seconds passed) {
  constexpr auto recent = std::chrono::seconds(2);
  const std::lock_guard lock(mutex_);
  if (!shows_progress_ || Clock::now() - last_progress_ < recent) return;
  const std::string line = last_line_.empty() ? printable(what) : last_line_;
  show_progress(fmt::format("{}, {} s so far", line, passed.count()));
}

void Terminal::show_progress(const std::string& line) {
  progress_shown_ = true;
  // Of two rows only the second would be erased.
  (void)platform::write_all(platform::standard_error,
                            "\r\x1b[K" + shortened(line, terminal_width() - 1));
}

void Terminal::clear_progress() {
  const std::lock_guard lock(mutex_);
  erase_progress();
}

void Terminal::erase_progress() {
  if (!progress_shown_) return;
  progress_shown_ = false;
  (void)platform::write_all(platform::standard_error, "\r\x1b[K");
}

}  // namespace yari::cli
