// Widths and places; excerpts keep the caret under the character it is about.
#include "notation/text.h"

#include <algorithm>
#include <array>

namespace yari {

namespace {

constexpr std::size_t excerpt_bytes = 160;
constexpr std::size_t excerpt_before = 60;

bool is_wide(char32_t c) {
  struct Range {
    char32_t first, last;
  };
  static constexpr std::array<Range, 8> wide{{{0x1100, 0x115F},
                                              {0x2E80, 0x303E},
                                              {0x3041, 0xA4CF},
                                              {0xAC00, 0xD7A3},
                                              {0xF900, 0xFAFF},
                                              {0xFE30, 0xFE6F},
                                              {0xFF00, 0xFF60},
                                              {0x20000, 0x3FFFD}}};
  return std::any_of(wide.begin(), wide.end(),
                     [c](Range r) { return c >= r.first && c <= r.last; });
}

// The part of `line` around byte `at`, and the caret's column in it.
void set_excerpt(Diagnostic& d, std::string_view line, std::size_t at) {
  std::size_t start = at > excerpt_bytes - excerpt_before ? at - excerpt_before : 0;
  while (start < line.size() && is_continuation(line[start])) ++start;
  std::size_t end = std::min(line.size(), start + excerpt_bytes);
  while (end < line.size() && end > start && is_continuation(line[end])) --end;
  d.excerpt = line.substr(start, end - start);
  for (char& c : d.excerpt) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  d.caret = at < start ? 1 : characters(line.substr(start, at - start)) + 1;
}

}  // namespace

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::size_t columns(std::string_view text) {
  std::size_t n = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    n += is_wide(c.value) ? 2 : 1;
    at += c.length;
  }
  return n;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view line_at(std::string_view text, std::size_t at) {
  std::string_view line = text.substr(at, text.find('\n', at) - at);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void Findings::add(Severity severity, std::size_t offset, std::string message) {
  if (strict_ && severity == Severity::warning) severity = Severity::error;
  // Errors have places of their own: a hundred notes must not hide the reason of a refusal.
  std::size_t& kept = severity == Severity::error ? errors_ : others_;
  if (kept == max_findings) {
    ++left_out_;
    return;
  }
  ++kept;
  Finding f{std::min(offset, text_.size()), {}};
  f.diagnostic.severity = severity;
  f.diagnostic.message = std::move(message);
  findings_.push_back(std::move(f));
}

void Findings::place(Finding& f) {
  for (std::size_t end; (end = text_.find('\n', line_start_)) < f.offset; line_start_ = end + 1) {
    ++line_;
    column_ = 1;
    column_at_ = end + 1;
  }
  column_ += characters(text_.substr(column_at_, f.offset - column_at_));
  column_at_ = f.offset;
  f.diagnostic.line = first_line_ + line_;
  f.diagnostic.column = column_;
  set_excerpt(f.diagnostic, line_at(text_, line_start_), f.offset - line_start_);
}

std::vector<Diagnostic> Findings::take() {
  std::stable_sort(findings_.begin(), findings_.end(),
                   [](const Finding& a, const Finding& b) { return a.offset < b.offset; });
  std::vector<Diagnostic> list;
  list.reserve(findings_.size());
  for (Finding& f : findings_) {
    place(f);
    list.push_back(std::move(f.diagnostic));
  }
  if (left_out_ != 0) {
    Diagnostic more = list.back();
    more.severity = Severity::note;
    more.message = std::to_string(left_out_) + " more findings in this record are not listed";
    list.push_back(std::move(more));
  }
  findings_.clear();
  return list;
}

std::string in_quotes(std::string_view text) {
  if (text.empty()) return "the end";
  constexpr std::size_t longest = 24;
  std::string out = "'";
  for (std::size_t at = 0, n = 0; at < text.size(); ++n) {
    if (n == longest) {
      out += "...";
      break;
    }
    const CodePoint c = code_point_at(text, at);
    // A byte above ASCII that stands alone is part of a character that was cut.
    const bool control = c.value < ' ' || (c.value >= 0x7F && c.value < 0xA0);
    if (control || (c.length == 1 && c.value >= 0x80)) {
      out += '.';
    } else {
      out += text.substr(at, c.length);
    }
    at += c.length;
  }
  return out + "'";
}

}  // namespace yari
